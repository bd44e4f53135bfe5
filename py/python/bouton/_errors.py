"""What can go wrong: bad input, an exhausted budget, or a question that has no answer."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional


class Error(Exception):
    """What all exceptions of this package are."""

    __module__ = "bouton"


class InputError(Error, ValueError):
    """The text given is no address, no position or no move. The message says what would be right.

    `given` is the text and `span` the piece of it that is wrong, from letter to letter; `suggestion` is what would be
    right in its place, where something is near enough, and `legal` are some legal moves in place of an illegal one.
    """

    __module__ = "bouton"

    given: Optional[str]
    span: Optional[tuple[int, int]]
    suggestion: Optional[str]
    legal: tuple[str, ...]

    def __init__(
        self,
        message: str,
        *,
        given: Optional[str] = None,
        span: Optional[tuple[int, int]] = None,
        suggestion: Optional[str] = None,
        legal: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.given = given
        self.span = span
        self.legal = tuple(legal)
        if suggestion is None and given and self.legal:
            # Only here, since nobody else needs it.
            from difflib import get_close_matches

            near = get_close_matches(given, self.legal, 1)
            suggestion = near[0] if near else None
        self.suggestion = suggestion


class Stopped(Error):
    """A budget was spent before the answer was found; this is never a value.

    `positions` tells how many positions were stored by then, `budget` which budget it was ("positions", "steps", "memory" or
    "seconds"), `limit` how much it was. What `values` had found is in `values`, and how many these are in `done`.
    """

    __module__ = "bouton"

    positions: Optional[int]
    budget: Optional[str]
    limit: Optional[int]
    done: Optional[int]
    values: Any

    def __init__(
        self,
        message: str,
        *,
        positions: Optional[int] = None,
        budget: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.positions = positions
        self.budget = budget
        self.limit = limit
        self.done = positions
        self.values = None


class Unsupported(Error):
    """The question is well formed, but this game has no answer to it."""

    __module__ = "bouton"
