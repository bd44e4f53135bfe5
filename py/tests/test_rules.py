"""Games written in Python: everything works on them, and they fail as Python does."""

import time
import traceback
from functools import lru_cache

import bouton as bt
import pytest
from rules import Circle, Half, Nim, Parts, Row, Taking


def test_values_agree_with_a_plain_recursion():
    game = bt.Game(Nim())

    @lru_cache(maxsize=None)
    def grundy(position):
        values = {grundy(option) for option in Nim().moves(position)}
        return min(set(range(len(values) + 1)) - values)

    for position in [(), (1,), (3, 4, 5), (2, 5, 7), (1, 2, 3)]:
        assert game(position).value == grundy(position) == bt.nim(position or [0]).value


def test_winning_moves_carry_the_positions_themselves():
    answer = bt.solve(Nim, (3, 4, 5))
    assert [move.after.state for move in answer.winning] == [(1, 4, 5)]
    assert answer.method == "search" and answer.evidence["positions"] > 40
    assert bt.Game(Nim)().play((1, 4, 5)).state == (1, 4, 5)
    assert bt.Game(Nim)("3 4 5").state == bt.Game(Nim)("(3, 4, 5)").state == (3, 4, 5)
    assert bt.Game(Nim)().play(answer.winning[0]).outcome == "P"


def test_misere_play_agrees_with_the_catalogue():
    game = bt.Game(Nim(), misere=True)
    for heaps in [(1, 1, 1), (1, 1), (2, 2), (1, 2, 3), (3, 4, 5), (1, 1, 2)]:
        assert game(heaps).outcome == bt.nim(heaps, misere=True).outcome
    assert bt.solve(Half(), 5, misere=True).outcome == bt.solve("misere file(half): 5").outcome


def test_moves_have_names_and_rules_have_words():
    game = bt.Game(Taking())
    assert game.name == "python(taking)" and game.rules.startswith("Take one or two; moves have names.")
    assert [str(move) for move in game(7).moves()] == ["take 1", "take 2"]
    assert game(7).play("take 2").state == 5
    why = str(game(7).explain())
    assert "7 leaves 1 by threes." in why and "take 1" in why


def test_sums_mix_python_and_the_catalogue():
    whole = bt.Game(Half())(20) + "kayles: 3" + bt.Game(Taking())(4)
    assert whole.value == bt.solve(Half, 20).value + 3 + bt.solve(Taking, 4).value
    assert whole.address == "python(half): 20 + kayles: 3 + python(taking): 4"
    assert [part.state for part in whole.parts] == [20, "3", 4]
    both = bt.Game(Half()) + bt.Game("nim")
    assert both((20, [3])).outcome == "N" and both((20, [10])).outcome == "P"
    for size in (3, 4, 5, 20):
        same = bt.solve(f"misere file(half): {size} + kayles: 3 + nim: 1")
        assert (bt.Game(Half())(size) + "kayles: 3" + "nim: 1").solve(misere=True).outcome == same.outcome


def test_circles_are_found():
    game = bt.Game(Circle())
    assert game("a").solve().outcome == "N" and game("d").solve().outcome == "D"
    assert game("b").solve().outcome == "P"


def test_sequences_tables_and_graphs_work():
    assert list(bt.values(Half, 12)) == [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1]
    assert bt.period(Taking, 60)["period"] == 3
    assert bt.table(Half, 4, 4)[2][3] == 1
    assert bt.table(Nim, 4, 4)[2][3] == 1
    assert bt.losing(Half, 1, 16) == [(0,), (1,), (3,), (7,), (15,)]
    graph = bt.graph(Nim, (1, 2))
    assert graph[0].state == (1, 2) and graph.outcomes[0] == "N"
    assert graph.to_networkx().nodes[(0, 0)] == {"outcome": "P", "value": 0, "remoteness": 0, "number": 4}
    assert [position.state for position in bt.Game(Nim).positions((0, 1))] == [(0, 1), (0, 0)]
    assert bt.Game(Half)(3)._repr_svg_().startswith("<svg")


def test_games_are_played_and_saved():
    game = bt.Game(Taking())
    session = bt.Session(game(7))
    session.play("take 1")
    assert session.reply() in {"take 1", "take 2"}
    again = bt.Session.load(session.sheet(), game=game)
    assert again.moves == session.moves and again.position.state == session.position.state
    while not session.is_over:
        session.play(session.position.solve().winning[0])
        if not session.is_over:
            session.reply()
    assert session.losers == [2]


def test_an_exception_reaches_the_caller_with_its_own_traceback():
    class Broken(bt.Rules):
        def moves(self, position):
            if position == 3:
                raise KeyError("three is broken")
            return range(position)

    game = bt.Game(Broken())
    for ask in [
        lambda: game(5).solve(),
        lambda: game(5).explain(),
        lambda: game(5).graph(),
        lambda: game(5, misere=True).solve(),
        lambda: bt.values(game, 10),
        lambda: (game(5) + "nim: 3").solve(),
        lambda: bt.table(game, 5, 5),
        lambda: bt.Session(game(4)).reply(),
    ]:
        with pytest.raises(KeyError) as caught:
            ask()
        lines = traceback.format_exception(caught.type, caught.value, caught.tb)
        assert 'raise KeyError("three is broken")' in "".join(lines)
    # What failed once does not fail for ever.
    assert game(2).solve().outcome == "N"
    with pytest.raises(KeyError):
        game(3).moves()


def test_what_is_no_position_is_told():
    class Lists(bt.Rules):
        def moves(self, position):
            return [[1, 2]]

    class Nothing(bt.Rules):
        def moves(self, position):
            pass

    with pytest.raises(TypeError, match="a position must be hashable, and a list is not"):
        bt.solve(Lists(), 1)
    with pytest.raises(TypeError, match="is a return missing"):
        bt.solve(Nothing(), 1)
    with pytest.raises(NotImplementedError, match="has no moves"):
        bt.solve(bt.Rules(), 1)
    with pytest.raises(bt.InputError, match="only become smaller"):
        bt.values(type("Up", (bt.Rules,), {"moves": lambda self, n: [n + 1]}), 10)


def test_endless_rules_stop_at_the_budget():
    class Endless(bt.Rules):
        def moves(self, position):
            return [position + 1, position + 2]

    with pytest.raises(bt.Stopped) as caught:
        bt.solve(Endless(), 0, positions=1000)
    assert caught.value.budget == "positions"


class Many(bt.Rules):
    """Any smaller number; says what it was asked for."""

    def __init__(self):
        self.asked = []

    def moves(self, position):
        for option in range(position):
            self.asked.append((position, option))
            yield option


def test_generators_are_read_no_further_than_needed():
    """As far as the recursion that ends at the first move that wins, in the same order."""

    def wins(moves, position, misere, known):
        if position not in known:
            options = 0
            for option in moves(position):
                options += 1
                if not wins(moves, option, misere, known):
                    break
            else:
                known[position] = misere and options == 0
                return known[position]
            known[position] = True
        return known[position]

    for start in range(8):
        for misere in (False, True):
            plain, ours = Many(), Many()
            outcome = "N" if wins(plain.moves, start, misere, {}) else "P"
            assert bt.solve(ours, start, misere=misere, outcome=True).outcome == outcome
            assert ours.asked == plain.asked
            assert bt.Game(Many(), misere=misere)(start).outcome == outcome
            assert bt.solve(Many(), start, misere=misere).outcome == outcome


def test_an_outcome_alone_says_so():
    answer = bt.solve(Nim, (3, 4, 5), outcome=True)
    assert (answer.outcome, answer.value, answer.value_status) == ("N", None, "not computed")
    assert answer.winning == [] and answer.winning_count is None and not answer.winning_complete
    assert bt.solve(Nim, (3, 4, 5), outcome=True, value=True).value == 2
    assert bt.solve(Nim, (3, 4, 7), outcome=True).winning_complete
    for address in ["nim: 3 4 5", "kayles: 12", "cram: 3x3", "nim: 3 + kayles: 5", "misere kayles: 4 5", "chomp: 3x4", "wythoff: 5 7"]:
        assert bt.solve(address, outcome=True).outcome == bt.solve(address).outcome


def test_simpler_positions_and_parts_shorten_the_search():
    plain, short = bt.Game(Row()), bt.Game(Parts())
    for length in range(10):
        row = "." * length
        assert plain(row).value == short(row).value
        assert plain.solve(row, misere=True).outcome == short.solve(row, misere=True).outcome
        assert plain(row).outcome == short(row).outcome
    plain, short = (bt.solve(rules, "." * 14) for rules in (Row(), Parts()))
    assert plain.value == short.value
    assert short.evidence["positions"] * 10 < plain.evidence["positions"]
    assert plain.evidence.get("assumed") is None
    assert short.evidence["assumed"].startswith("simplify and split as the class Parts has them, compared with moves on")
    assert len(bt.Game(Parts()).graph("....")) < len(bt.Game(Parts()).graph("....", merge=False))


def test_wrong_parts_and_simpler_positions_are_refused():
    class Cancels(Nim):
        def simplify(self, position):
            return tuple(size for size in position if position.count(size) % 2)

    class Tears(Row):
        def split(self, position):
            return [position[:3], position[3:]] if len(position) > 3 else None

    class Unstarted(Tears):
        start = None

    with pytest.raises(bt.InputError, match=r"simplify of python\(cancels\) gives a position that is not the same game: the smallest found is .*1, 1\)"):
        bt.Game(Cancels())
    with pytest.raises(bt.InputError, match="split of .* smallest found"):
        bt.solve(Tears(), "......")
    with pytest.raises(bt.InputError, match="split of .* smallest found"):
        bt.Game(Unstarted()).solve("......")

    class Raises(Row):
        def simplify(self, position):
            raise KeyError("simplify")

    class Number(Row):
        def split(self, position):
            return 3

    with pytest.raises(KeyError, match="simplify"):
        bt.Game(Raises())
    with pytest.raises(TypeError, match="split returns a list of positions, or None, and here it returned 3"):
        bt.Game(Number())


def test_pictures_are_those_of_the_class():
    game = bt.Game(Parts())
    scene = game.scene("..x")
    assert [shape["role"] for shape in scene["shapes"]] == ["square", "square", "gone", "pin"]
    assert scene["shapes"][3]["pick"] == "'xxx'" and scene["shapes"][3]["caption"] == "v"
    assert game("..x")._repr_svg_().startswith("<svg")
    rows = bt.Game(type("Letters", (Row,), {"scene": lambda self, position: ["o.#", position]}))
    assert [shape["role"] for shape in rows.scene("..")["shapes"]] == ["stone", "square", "gone", "square", "square"]
    for told, said in [
        (3, "scene returns a list of rows or of things: here is 3"),
        ("...", "scene returns a list"),
        ([3], "a thing of a scene is a dict"),
        ([{"colour": 1}], "no colour: it has kind"),
        ([{"kind": "queen"}], "there is no kind queen: kinds are cell"),
        ([{"row": 10**9}], "row is a number from -1000 to 1000"),
        ([{"move": "......"}], "which is none here"),
        (["." * 3000], "more than 2000"),
    ]:
        wrong = type("Wrong", (Row,), {"scene": lambda self, position: told})
        with pytest.raises(bt.InputError, match=said):
            bt.Game(wrong).scene("..")


def test_certificates_of_own_games_are_checked_with_their_rules():
    for rules, position in [(Half, 20), (Half, 7), (Nim, (1, 2, 3)), (Taking, 7), (Parts, ".....")]:
        for misere in (False, True):
            game = bt.Game(rules())
            text = bt.certificate(game, position, misere=misere)
            found = bt.check(text, game=game)
            assert found["passed"], (text, found)
            # The rules are asked, not believed.
            claim = text.splitlines()[2]
            wrong = {"outcome P": "outcome N", "outcome N": "outcome P"}.get(claim, "value 77")
            assert not bt.check(text.replace(claim, wrong, 1), game=rules())["passed"]
    with pytest.raises(bt.InputError, match=r"is no position of python\(nim\)"):
        bt.check(bt.certificate(Half, 20), game=Nim)
    with pytest.raises(bt.InputError):
        bt.check(bt.certificate(Half, 20))
    both = bt.Game(Half()) + bt.Game("nim")
    assert bt.check(bt.certificate(both, (6, [2])), game=both)["passed"]
    assert bt.check(bt.certificate("octal(0.77)"), game="kayles")["passed"]


@pytest.mark.parametrize("ask", [
    lambda game, how: game.solve(60, **how),
    lambda game, how: game.solve(60, misere=True, **how),
    lambda game, how: bt.graph(game, 60, **how),
    lambda game, how: bt.values(game, 100, **how),
])
def test_slow_rules_hear_the_clock(ask):
    class Slow(bt.Rules):
        def moves(self, position):
            time.sleep(0.01)
            return [position - take for take in range(1, position + 1)]

    began, told = time.perf_counter(), []
    with pytest.raises(bt.Stopped) as caught:
        ask(bt.Game(Slow()), {"seconds": 0.15, "progress": told.append})
    assert time.perf_counter() - began < 2
    assert caught.value.budget == "seconds" and told and told[-1].positions > 3
    with pytest.raises(RuntimeError, match="enough"):
        ask(bt.Game(Slow()), {"progress": lambda progress: exec('raise RuntimeError("enough")')})


def test_deep_games_need_no_recursion():
    class Chain(bt.Rules):
        def moves(self, position):
            return [position - 1] if position else []

    assert bt.solve(Chain(), 50_000).outcome == "P"


def test_rules_may_ask_other_games():
    class Nested(bt.Rules):
        def moves(self, position):
            return [left for left in range(position) if bt.nim([left]).outcome == "N"]

    assert bt.solve(Nested(), 4).value == 3
