"""Many numbers: as arrays of numpy where it is installed, else as those of the standard library."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._bouton import Graph

_WORDS = {"B": "uint8", "H": "uint16", "I": "uint32", "q": "int64"}


def make(code: str, memory: bytearray) -> Any:
    """An array of words over memory that nobody else has."""
    try:
        import numpy
    except ImportError:
        from array import array

        words = array(code)
        words.frombytes(memory)
        return words
    return numpy.frombuffer(memory, dtype=_WORDS[code])


def rows(flat: Any, height: int, width: int) -> Any:
    """The same as rows."""
    if hasattr(flat, "reshape"):
        return flat.reshape(height, width)
    return [flat[row * width : (row + 1) * width] for row in range(height)]


def to_networkx(graph: Graph) -> Any:
    """The graph for networkx; its nodes are the positions of rules in Python, or else texts."""
    import networkx  # type: ignore[import-untyped, unused-ignore]

    drawn = networkx.DiGraph(address=graph.address, convention=graph.convention)
    states = [graph[node].state for node in range(len(graph))]
    values, remoteness = graph.values, graph.remoteness
    for node, (state, outcome) in enumerate(zip(states, graph.outcomes)):
        about: dict[str, Any] = {"outcome": outcome, "number": node}
        if values is not None and values[node] >= 0:
            about["value"] = int(values[node])
        if remoteness[node] >= 0:
            about["remoteness"] = int(remoteness[node])
        drawn.add_node(state, **about)
    for source, target in zip(graph.sources, graph.targets):
        drawn.add_edge(states[int(source)], states[int(target)])
    return drawn
