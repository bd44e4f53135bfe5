"""Many numbers: values, periods, and products of nimbers."""

import numpy as np

import bouton as bt
from bouton import nimber

values = bt.values("octal(0.77)", 10_000)
print(values[:12], values.max())
print("the last rare value:", np.flatnonzero(values == 0)[-1])

found = bt.period("octal(0.77)")
assert found["status"] == "proved"
assert (values[71:-12] == values[83:]).all() and found["period"] == 12

words = np.arange(1, 1001, dtype=np.uint64)
products = nimber.multiply(words, words)
assert int(products[4]) == bt.Nimber(5) ** 2

graph = bt.graph("nim: 2 3")
print(len(graph), "positions,", graph.arcs, "moves,", graph.outcomes.count("P"), "of them lost")
