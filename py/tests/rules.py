"""Games written in Python that several tests play."""

import bouton as bt


class Half(bt.Rules):
    """Take at most half."""

    start = 20

    def moves(self, position):
        return [position - take for take in range(1, position // 2 + 1)]


class Nim(bt.Rules):
    """Nim with positions as sorted tuples."""

    start = (3, 4, 5)

    def moves(self, position):
        for pile, size in enumerate(position):
            for left in range(size):
                yield tuple(sorted(position[:pile] + (left,) + position[pile + 1 :]))


class Circle(bt.Rules):
    """A token on a circle with a way out."""

    start = "a"
    ways = {"a": "bc", "b": "a", "c": "", "d": "d"}

    def moves(self, position):
        return list(self.ways[position])


class Taking(bt.Rules):
    """Take one or two; moves have names."""

    start = 7

    def moves(self, position):
        return [bt.Named(f"take {take}", position - take) for take in (1, 2) if take <= position]

    def explain(self, position):
        return f"{position} leaves {position % 3} by threes."


class Row(bt.Rules):
    """Lay a domino on two free squares of a row; x is taken."""

    start = "." * 9

    def moves(self, position):
        for at in range(len(position) - 1):
            if position[at : at + 2] == "..":
                yield position[:at] + "xx" + position[at + 2 :]


class Parts(Row):
    """The same, with what makes searches shorter, and a picture."""

    def simplify(self, position):
        return min(position, position[::-1])

    def split(self, position):
        return position.split("x")

    def scene(self, position):
        drawn = [{"row": 0, "column": at, "kind": "gone" if letter == "x" else "cell"} for at, letter in enumerate(position)]
        for option in self.moves(position):
            at = next(at for at, (old, new) in enumerate(zip(position, option)) if old != new)
            drawn.append({"kind": "pin", "row": 1, "column": at, "text": "v", "move": option})
        return drawn
