"""A game written in Python: from an empty string of coins, two neighbours are taken away."""

from collections.abc import Iterator

import bouton as bt


class Pairs(bt.Rules):
    """Take two coins that lie side by side."""

    start = "oooooo"

    def moves(self, position: str) -> Iterator[str]:
        for place in range(len(position) - 1):
            if position[place : place + 2] == "oo":
                yield position[:place] + ".." + position[place + 2 :]


game = bt.Game(Pairs())
answer = game.solve("oooooo")
print(answer.outcome, answer.value, [move.after.state for move in answer.winning])

# It adds up with every other game, and can be played.
print((game("ooo") + "nim: 1").outcome)
session = bt.Session(game("oooo"), seed=1)
session.play(session.legal()[1])
print(session.reply() if not session.is_over else session.result)

# The same game has a name: Dawson's Kayles.
assert answer.value == bt.position("dawsons-kayles: 6").value
