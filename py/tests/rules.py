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
