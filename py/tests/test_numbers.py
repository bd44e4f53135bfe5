"""Values in bulk, periods, certificates, tables, nimbers."""

import random
from array import array

import bouton as bt
import pytest
from bouton import nimber
from bouton._bouton import multiply_bytes

numpy = pytest.importorskip("numpy")


def test_values_are_an_array_of_the_least_width():
    values = bt.values("octal(0.77)", 30)
    assert values.dtype == numpy.uint8 and values.tolist()[:13] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert bt.values("nim", 1000).dtype == numpy.uint16
    assert bt.values("nim", 1000)[999] == 999
    assert len(bt.values("kayles", 0)) == 0
    values[0] = 7  # it is the caller's own


def test_periods_are_proved_or_said_to_be_seen():
    kayles = bt.period("octal(0.77)")
    assert (kayles["status"], kayles["period"], kayles["preperiod"]) == ("proved", 12, 71)
    assert "proved" in kayles["text"]
    assert bt.period("octal(0.6)", 1000)["status"] == "open"


def test_certificates_are_checked():
    text = bt.certificate("octal(0.77)")
    assert bt.check(text)["passed"] and bt.check(text)["status"] == "passed"
    assert not bt.check(text.replace("period 12", "period 24"))["passed"]
    strategy = bt.certificate("nim: 1 2 3")
    assert bt.check(strategy) == bt.check(bt.certificate(bt.nim([1, 2, 3]))) and bt.check(strategy)["passed"]
    quotient = bt.certificate("kayles", misere=True)
    assert bt.check(quotient)["passed"]
    with pytest.raises(bt.InputError):
        bt.check("no certificate")


def test_the_misere_quotient_of_kayles_has_forty_classes():
    found = bt.quotient("kayles")
    assert (found["order"], found["period"], found["status"]) == (40, 12, "exact")


def test_tables_are_arrays_of_rows():
    table = bt.table("wythoff", 5, 6)
    assert table.shape == (5, 6) and table[1, 2] == table[2, 1] == 0
    assert bt.table("nim-sum", 4, 4).tolist() == [[row ^ column for column in range(4)] for row in range(4)]
    assert bt.table("nim", 3, 3, outcomes=True) == ["PNN", "NPN", "NNP"]
    assert bt.table("nim", 2, 2, misere=True) == ["NP", "PN"]
    assert bt.table_map("wythoff", 5, 5).svg.startswith("<svg")
    assert bt.losing("nim", 3, 3, misere=True)[:2] == [(0, 0, 1), (0, 2, 2)]


def test_plots_are_pictures(tmp_path):
    picture = bt.plot("kayles", 200)
    assert "period 12" in picture._repr_svg_()
    picture.save(tmp_path / "kayles.svg")
    assert (tmp_path / "kayles.svg").read_text(encoding="utf-8") == picture.svg


def test_nimbers_are_a_field():
    a, b, c = bt.Nimber(5), bt.Nimber(7), bt.Nimber(2**70 + 3)
    assert a + b == 2 and a ^ b == 2 and a - b == 2 and -a == a
    assert a * b == 13 == 5 * b and (a * b) / b == a and a / a == 1 and 1 / a == a.inverse() == a**-1
    assert a * (b + c) == a * b + a * c
    assert c.sqrt() * c.sqrt() == c and c**2 == c * c and a ** a.order() == 1
    assert bt.Nimber(4).log(bt.Nimber(5)) >= 0
    assert bt.Nimber("5*7") == 13 and str(a) == "*5" and str(bt.Nimber(1)) == "*" and repr(a) == "Nimber(5)"
    assert int(c) == 2**70 + 3 and hash(a) == hash(5) and {a: 1}[5] == 1 and not bt.Nimber(0)
    assert bt.Nimber(3) < 4 <= bt.Nimber(4) and a != "5" and a > -1 and [0, 1, 2][bt.Nimber(2)] == 2
    with pytest.raises(ZeroDivisionError):
        a / 0
    with pytest.raises(ValueError, match="not negative"):
        bt.Nimber(-1)
    with pytest.raises(TypeError):
        a * 1.5


def test_expressions_are_evaluated_and_their_faults_marked():
    assert nimber.evaluate("5 * 7 + sqrt(2) / 12") == 2
    assert nimber.evaluate("[w]^3") == 2
    assert isinstance(nimber.evaluate("[w] + 1"), str)
    with pytest.raises(bt.InputError) as caught:
        nimber.evaluate("5 * * 7")
    assert caught.value.span == (4, 5)


def test_products_of_arrays_equal_those_of_nimbers_and_of_bytes():
    dice = random.Random(1901)
    words = [dice.getrandbits(64) for _ in range(2 * 1500)]
    a, b = (numpy.array(half, dtype=numpy.uint64) for half in (words[:1500], words[1500:]))
    products = nimber.multiply(a, b)
    assert products.dtype == numpy.uint64 and products.shape == (1500,)
    assert [int(product) for product in products[:50]] == [
        int(bt.Nimber(x) * y) for x, y in zip(words[:50], words[1500:1550])
    ]
    # The plain twin.
    assert products.tobytes() == multiply_bytes(a.tobytes(), b.tobytes())
    twin = nimber._without_numpy(array("Q", words[:1500]), words[1500:])
    assert twin.tolist() == products.tolist()


def test_arrays_of_any_shape_are_multiplied():
    square = numpy.arange(16, dtype=numpy.uint64).reshape(4, 4)
    assert nimber.multiply(square, square.T).tolist() == nimber.multiply(square.T, square).T.T.tolist()
    assert nimber.multiply(square, 1).tolist() == square.tolist()
    assert nimber.multiply(square[:, ::2], [[2, 3]]).shape == (4, 2)
    assert nimber.multiply(numpy.arange(4, dtype=numpy.int32), 2).tolist() == [0, 2, 3, 1]
    out = numpy.zeros(4, dtype=numpy.uint64)
    assert nimber.multiply(range(4), range(4), out=out) is out and out.tolist() == [0, 1, 3, 2]
    with pytest.raises(TypeError, match="float64"):
        nimber.multiply([1.5], [2.5])
    with pytest.raises(ValueError, match="not negative"):
        nimber.multiply([-1], [2])
    with pytest.raises(ValueError, match="written"):
        fixed = numpy.zeros(4, dtype=numpy.uint64)
        fixed.flags.writeable = False
        nimber.multiply(range(4), range(4), out=fixed)
    with pytest.raises(TypeError, match="int64"):
        nimber.multiply(range(4), range(4), out=numpy.zeros(4, dtype=numpy.int64))
    with pytest.raises(ValueError, match="shape"):
        nimber.multiply(range(4), range(4), out=numpy.zeros(5, dtype=numpy.uint64))
    assert nimber.multiply([], []).tolist() == []


def test_products_may_be_put_anywhere():
    """Into every second word, over the factors, and beside where words lie."""
    factors = numpy.random.default_rng(1901).integers(0, 2**64, 30_000, dtype=numpy.uint64)
    other = factors[::-1].copy()
    expected = nimber.multiply(factors, other)
    wide = numpy.zeros(60_000, dtype=numpy.uint64)
    nimber.multiply(factors, other, out=wide[::2])
    assert (wide[::2] == expected).all() and not wide[1::2].any()
    shifted = numpy.concatenate([factors, [numpy.uint64(0)]])
    nimber.multiply(shifted[:-1], other, out=shifted[1:])
    assert (shifted[1:] == expected).all()
    beside = numpy.zeros(240_003, dtype=numpy.uint8)[3:].view(numpy.uint64)
    beside[:] = factors
    assert (nimber.multiply(beside, other) == expected).all()
    assert (nimber.multiply(beside, other, out=beside) == expected).all()
    assert nimber.multiply(factors, other, out=factors) is factors and (factors == expected).all()


def test_graphs_are_arrays_and_networks():
    graph = bt.graph("nim: 2 2")
    assert (len(graph), graph.arcs, graph.outcomes) == (6, 9, "PNNPNP")
    assert graph.sources.tolist() == [0, 0, 1, 1, 2, 2, 2, 4, 5]
    assert graph.values.tolist() == [0, 2, 3, 0, 1, 0] and graph.remoteness[0] == 4
    assert graph.options(0) == [int(node) for node in graph.targets[graph.sources == 0]]
    networkx = graph.to_networkx()
    assert networkx.number_of_edges() == 9 and networkx.nodes["2 2"]["outcome"] == "P"
    assert graph._repr_svg_().startswith("<svg") and graph.dot().startswith("digraph")
    assert bt.graph("nim: 20 20 20")._repr_svg_() is None
    assert bt.graph("nim: 1 1", misere=True).values is None
    assert bt.graph("graph(a>b b>a): a").outcomes == "DD"
