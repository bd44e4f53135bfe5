"""Errors say what would be right, and where."""

import bouton as bt
import pytest


@pytest.mark.parametrize(
    ("address", "wrong", "suggestion"),
    [
        ("kaylse: 12", "kaylse", "kayles"),
        ("nim: 3 + kaylse: 12", "kaylse", "kayles"),
        ("nim: 3 x 5", "x", None),
        ("misère nim: 3 é 5", "é", None),
        ("moore(2: 3", "(", None),
    ],
)
def test_a_wrong_address_is_marked_where_it_is_wrong(address, wrong, suggestion):
    with pytest.raises(bt.InputError) as caught:
        bt.solve(address)
    error = caught.value
    start, end = error.span
    assert error.given == address and address[start:end] == wrong
    assert error.suggestion == suggestion
    assert isinstance(error, ValueError) and isinstance(error, bt.Error)


def test_an_illegal_move_names_legal_ones():
    with pytest.raises(bt.InputError) as caught:
        bt.nim([3, 4, 5]).play("1 -> 7")
    assert "1 -> 1" in caught.value.legal and caught.value.suggestion in caught.value.legal
    with pytest.raises(bt.InputError, match="no pile 9"):
        bt.Session("nim: 3 4 5").play("9 -> 1")


def test_a_spent_budget_tells_how_far_it_came():
    with pytest.raises(bt.Stopped) as caught:
        bt.solve("cram: 7x9", positions=1000)
    assert caught.value.budget == "positions" and caught.value.limit == 1000
    assert 0 < caught.value.positions < 10_000
    with pytest.raises(bt.Stopped) as caught:
        bt.solve("cram: 7x9", seconds=0.2, progress=False)
    assert caught.value.budget == "seconds" and caught.value.positions > 0
    with pytest.raises(bt.Stopped) as caught:
        bt.values("octal(0.6)", 10**8, seconds=0.2)
    assert 0 < caught.value.done == len(caught.value.values) < 10**8 and caught.value.budget == "seconds"
    assert list(caught.value.values[:9]) == list(bt.values("octal(0.6)", 9))


def test_what_has_no_answer_says_so():
    with pytest.raises(bt.Unsupported, match="nim-sequence"):
        bt.values("chomp", 10)
    with pytest.raises(bt.Unsupported, match="misère"):
        bt.period("misere kayles")


def test_wrong_arguments_are_refused_with_a_sentence():
    with pytest.raises(TypeError, match="there is no keyword second here"):
        bt.solve("nim: 3", second=1)
    with pytest.raises(ValueError, match="more than 0"):
        bt.solve("nim: 3", seconds=-1)
    with pytest.raises(bt.InputError, match="has a position, and a game has none"):
        bt.Game("nim: 3 4")
    with pytest.raises(bt.InputError, match="position of kayles, and not of nim"):
        bt.Game("nim").solve(bt.position("kayles: 3"))
    with pytest.raises(IndexError, match="no node 99"):
        bt.graph("nim: 1")[99]
