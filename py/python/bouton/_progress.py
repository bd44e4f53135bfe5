"""How far a long call is, for whoever waits for it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional


class Progress:
    """How far a call is: `seconds` since it began, `positions` (or values) found, `steps` (moves tried), and `of`, how many
    values there will be, where that is known."""

    __slots__ = ("seconds", "positions", "steps", "of")

    def __init__(self, seconds: float, positions: int, steps: int, of: Optional[int] = None) -> None:
        self.seconds = seconds
        self.positions = positions
        self.steps = steps
        self.of = of

    def __str__(self) -> str:
        if self.of:
            part = 100 * self.positions / self.of
            left = self.seconds * (self.of / max(self.positions, 1) - 1)
            return f"{part:.0f} %: {self.positions:,} of {self.of:,} values, about {left:.0f} s left"
        return f"{self.seconds:.0f} s: {self.positions:,} positions, {self.steps:,} moves"

    def __repr__(self) -> str:
        return f"<{self}>"


class Line:
    """One line, written again and again."""

    def __init__(self) -> None:
        self.width = 0

    def show(self, progress: Progress) -> None:
        text = str(progress)
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)

    def end(self) -> None:
        sys.stderr.write("\r" + " " * self.width + "\r")
        sys.stderr.flush()


class Nothing:
    """Nobody is looking."""

    def show(self, progress: Progress) -> None:
        pass

    def end(self) -> None:
        pass


def printer() -> Line | Nothing:
    """A line for people: at a terminal, and in a notebook."""
    if sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        return Line()
    return Nothing()
