"""Games of the catalogue: by address, by name, as positions, in sums."""

import json

import bouton as bt
import pytest


def small_examples():
    for game in bt.games():
        for address in game["examples"][:2]:
            yield address


@pytest.mark.parametrize("misere", [False, True])
def test_every_game_answers_and_its_winning_moves_leave_lost_positions(misere):
    asked = 0
    for address in small_examples():
        position = bt.position(address)
        if position.seats is not None:
            continue
        try:
            answer = position.solve(misere=misere, positions=200_000, moves=3, seconds=1, progress=False)
        except (bt.Unsupported, bt.Stopped):
            continue
        asked += 1
        assert answer.is_won == (answer.outcome == "N")
        assert bool(answer.winning) or answer.outcome != "N" or not answer.winning_complete
        if asked % 3 == 0:
            for move in answer.winning[:1]:
                try:
                    after = bt.solve(move.after, positions=200_000, moves=1, seconds=1, progress=False)
                except bt.Stopped:
                    continue
                assert after.outcome == "P", (address, str(move))
    assert asked > 60


def test_an_answer_has_what_its_json_has():
    answer = bt.solve("kayles: 12 + nim: 4 1")
    told = json.loads(answer.json())
    assert told["address"] == answer.address == "kayles: 12 + nim: 4 1"
    assert told["outcome"] == answer.outcome == "N"
    assert told["value"] == answer.value == 1
    assert (told["method"], told["value_status"]) == (answer.method, answer.value_status) == ("sum", "known")
    assert told["winning_count"] == answer.winning_count == len(answer.winning)
    assert answer.winning_complete and answer.remoteness is None
    assert told["evidence"] == answer.evidence
    assert "by theorem" in str(answer) and "kayles" in answer._repr_markdown_()


def test_moves_have_numbers():
    move = bt.solve("nim: 3 4 5").winning[0]
    assert (str(move), move.pile, move.from_, move.to, move.part) == ("1 -> 1", 1, 3, 1, 1)
    assert move.text == "take 2 from pile 1"
    assert move.after == bt.nim([1, 4, 5])
    split = bt.solve("kayles: 10 6").winning[0]
    assert (split.pile, split.from_, split.to) == (1, 10, split.to) and len(split.to) == 2 and sum(split.to) in (8, 9)
    several = bt.solve("moore(2): 1 2 3").winning[0]
    assert [pile[0] for pile in several.piles] == [2, 3]
    huge = bt.solve(f"nim: {10**30} 5").winning[0]
    assert (huge.from_, huge.to) == (10**30, 5)
    assert bt.solve("turning-turtles: HTH").winning[0].coins
    assert bt.solve("cram: 2x3").winning == [] or bt.solve("cram: 2x3").winning[0].squares


def test_a_game_is_opened_by_name_and_asked_for_positions():
    game = bt.Game("moore(2)")
    assert game.name == "moore(2)" and "from 1 or 2 heaps" in game.rules
    assert game([3, 4]) == game("3 4") == bt.position("moore(2): 3 4")
    assert game.play("3 4", "1 -> 2") == game((2, 4))
    assert len(game.moves([1, 1])) == 3
    assert game.solve([1, 1, 1]).outcome == "P"
    assert "Moore" in str(game.explain([1, 2, 3]))
    assert game.scene([1, 2])["shapes"]
    assert len(game.graph([1, 1])) == 3
    assert {str(position) for position in game.positions([1, 1])} == {"1 1", "0 1", "1 0", "0 0"}
    assert bt.Game("kayles")().address == "kayles: 12 5"


def test_sums_are_games_and_positions():
    both = bt.Game("kayles") + bt.Game("nim")
    assert both.name == "kayles + nim" and [part.name for part in both.parts] == ["kayles", "nim"]
    assert both((12, [3, 4])).address == "kayles: 12 + nim: 3 4"
    whole = bt.nim([3, 4, 5]) + bt.position("kayles: 12") + "chomp: 2x3"
    assert whole.address == "nim: 3 4 5 + kayles: 12 + chomp: 3 3"
    assert whole.value == bt.nim([3, 4, 5]).value + bt.position("kayles: 12").value + bt.position("chomp: 2x3").value
    assert whole.play("2: 1 -> 5 6").parts[1].address == "kayles: 5 6"
    assert str(whole.moves(2)[0]) == "1: 1 -> 0"
    with pytest.raises(bt.InputError, match="one convention"):
        bt.nim([1], misere=True) + bt.nim([1])


def test_misere_play_is_a_word_of_the_address_or_of_the_call():
    assert bt.solve("misere nim: 1 1 1").outcome == "P"
    assert bt.solve("nim: 1 1 1", misere=True).outcome == "P"
    assert bt.solve("nim: 1 1 1").outcome == "N"
    assert bt.Game("misere nim").convention == "misere"
    assert bt.nim([1, 1, 1], misere=True).outcome == "P"
    assert bt.solve("marienbad", misere=False).outcome == "P"
    with pytest.raises(bt.Unsupported):
        bt.solve("misere chalkboard: 3 5")


def test_circles_have_draws_and_infinities():
    assert bt.solve("graph(a>b b>a): a").outcome == "D"
    answer = bt.solve("graph(a>b b>a b>c): b")
    assert answer.outcome == "N" and answer.remoteness == 1
    loop = bt.solve("graph(a>a a>b b>c): a", value=True)
    assert loop.value is not None and "Infinity" in repr(loop.value)
    assert loop.value == bt.Infinity(loop.value.options)


def test_more_than_two_players_have_seats():
    table = bt.position("count-up(to=40, most=3, last=loses, players=3): 0")
    assert len(table.seats) == 3 and bt.nim([3]).seats is None
    with pytest.raises(bt.Unsupported, match="seat"):
        table.solve()


def test_explanations_are_steps_and_markdown():
    why = bt.explain("nim: 3 4 5")
    assert why.move == "1 -> 1" and why.address == "nim: 3 4 5"
    assert [step["kind"] for step in why.steps][:3] == ["verdict", "rules", "idea"]
    assert len(why) == len(why.steps) and any("table" in step for step in why.steps)
    assert why._repr_markdown_().startswith("## `nim: 3 4 5`")
    assert "You win: take 2 from pile 1" in str(why)


def test_positions_are_drawn():
    for address in ["nim: 3 4 5", "chomp: 3x4", "kayles: 5 + nim: 2"]:
        position = bt.position(address)
        assert position._repr_svg_().startswith("<svg")
        assert position.picture().svg == position._repr_svg_()


def test_positions_are_keys():
    table = {bt.nim([3, 4]): 1, bt.nim([3, 4], misere=True): 2}
    assert table[bt.position("nim: 3 4")] == 1 and table[bt.position("misere nim: 3 4")] == 2
    assert bt.nim([3, 4]) != bt.nim([4, 3]) and bt.nim([3]) != "nim: 3"
    assert hash(bt.Game("nim")) == hash(bt.Game("nim")) and bt.Game("nim") == bt.Game("nim")
