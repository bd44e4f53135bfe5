"""Games written in Python."""

from __future__ import annotations

from operator import index

from ._bouton import position as _position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import Any

    from ._bouton import Position


class Rules:
    """Rules of a game of your own: write `moves`, and everything works on it.

    >>> class Half(Rules):
    ...     "Take at most half."
    ...     start = 20
    ...     def moves(self, position):
    ...         return [position - take for take in range(1, position // 2 + 1)]

    A position is anything hashable. `start`, where a game begins, is optional; it also says whether positions are numbers,
    so that `values` and `table` know them. The first line of the docstring is what players are told.
    Optional too, each a method of a position:

    - `explain(self, position)`, a sentence or a list of them;
    - `scene(self, position)`, a picture: rows of letters, or things such as `{"kind": "cell", "row": 0, "column": 1, "text": "x"}`;
    - `write(self, position)`, with `read(self, text)`: another way to write positions;
    - `simplify(self, position)`, a position that is the same game, such as a mirror image: fewer are looked at;
    - `split(self, position)`, a list of the positions into which it falls, or None.

    The last two are compared with `moves` on some hundreds of positions before the game is asked about.

    `moves` must always give the same for a position: what it gave is remembered.
    """

    #: Where a game begins.
    start: Any = None

    def moves(self, position: Any) -> Iterable[Hashable | Named]:
        """The positions that a move leads to; none: the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no moves: write def moves(self, position)")

    @property
    def name(self) -> str:
        """The name in addresses."""
        letters: list[str] = []
        for letter in type(self).__name__:
            if letter.isupper() and letters:
                letters.append("-")
            letters.append("-" if letter == "_" else letter.lower())
        return "".join(letters).strip("-")

    @property
    def rule(self) -> str:
        """What players are told: the first line of the docstring."""
        own = type(self).__doc__ or ""
        line = own.strip().split("\n")[0].strip().rstrip(".")
        return line if line and own != Rules.__doc__ else "The rules are those of its class"


class Named:
    """A move with a name of its own: `yield Named("take 2", position - 2)`."""

    __slots__ = ("name", "position")

    def __init__(self, name: str, position: Hashable) -> None:
        self.name = name
        self.position = position

    def __repr__(self) -> str:
        return f"Named({self.name!r}, {self.position!r})"


class Infinity:
    """A value where play can run in circles: the game equals no Nim heap, and `options` are the values that it can move to."""

    __slots__ = ("options",)

    def __init__(self, options: Iterable[int]) -> None:
        self.options = tuple(options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinity) and other.options == self.options

    def __hash__(self) -> int:
        return hash(("infinity", self.options))

    def __repr__(self) -> str:
        return f"Infinity({list(self.options)})"


def nim(heaps: Iterable[int], *, misere: bool = False) -> Position:
    """Heaps of stones: `nim([3, 4, 5])`."""
    return _position(" ".join(str(index(heap)) for heap in heaps) or "0", misere=misere)


def literal(text: str, start: Any) -> Any:
    """A position from its text: a literal of Python, or numbers with blanks where positions are tuples."""
    import ast

    from ._errors import InputError

    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    words = text.replace(",", " ").split()
    if words and all(word.lstrip("-").isdigit() for word in words):
        return tuple(int(word) for word in words)
    if isinstance(start, str):
        return text
    raise InputError(
        f"{text!r} is not a position: it is read as a literal of Python, such as 20, (3, 5) or 'abc'; give the class a "
        "read(self, text) for other ways to write",
        given=text,
        span=(0, len(text)),
    )
