"""Impartial games: who wins, with which moves, and how that is known.

>>> import bouton as bt
>>> answer = bt.solve("kayles: 12 + nim: 4")
>>> answer.outcome, answer.value == 0
('P', True)

Games of the catalogue are opened by their address; games of your own are a subclass of `Rules`.
"""

from . import nimber
from ._bouton import (
    Explanation,
    Game,
    Graph,
    Move,
    Nimber,
    Picture,
    Position,
    Session,
    Solution,
    certificate,
    check,
    explain,
    games,
    graph,
    losing,
    period,
    plot,
    position,
    quotient,
    solve,
    table,
    table_map,
    values,
)
from ._errors import Error, InputError, Stopped, Unsupported
from ._progress import Progress
from ._rules import Infinity, Named, Rules, nim

__version__ = "0.1.0"

__all__ = [
    "Error",
    "Explanation",
    "Game",
    "Graph",
    "Infinity",
    "InputError",
    "Move",
    "Named",
    "Nimber",
    "Picture",
    "Position",
    "Progress",
    "Rules",
    "Session",
    "Solution",
    "Stopped",
    "Unsupported",
    "certificate",
    "check",
    "explain",
    "games",
    "graph",
    "losing",
    "nim",
    "nimber",
    "period",
    "plot",
    "position",
    "quotient",
    "solve",
    "table",
    "table_map",
    "values",
]
