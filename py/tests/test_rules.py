"""Games written in Python: everything works on them, and they fail as Python does."""

import traceback
from functools import lru_cache

import bouton as bt
import pytest
from rules import Circle, Half, Nim, Taking


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


def test_generators_are_read_no_further_than_needed():
    asked = []

    class Many(bt.Rules):
        def moves(self, position):
            for option in range(position):
                asked.append(option)
                yield option

    assert bt.solve(Many(), 5, misere=True).outcome == "N"
    assert len(asked) < 60


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
