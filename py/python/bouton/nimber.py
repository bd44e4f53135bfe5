"""The field of nimbers on many numbers at once: they add by xor, and multiply as Conway found.

>>> from bouton import nimber
>>> nimber.multiply([5, 2], [7, 8]).tolist()
[13, 12]
"""

from __future__ import annotations

from ._bouton import Nimber, evaluate, multiply_bytes, multiply_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Nimber", "evaluate", "multiply"]


def multiply(a: Any, b: Any, out: Any = None) -> Any:
    """The products of pairs of nimbers below 2^64.

    Arrays of numpy, or whatever it makes arrays of uint64 of, give an array of uint64; sizes that differ are matched as numpy
    does. `out` is an array for the products, for those who multiply often. Other threads must not write to the arrays meanwhile. Without numpy, arrays of the standard library
    with the code "Q" (or lists) give one of these.
    """
    try:
        import numpy
    except ImportError:
        return _without_numpy(a, b)
    left, right = _words(numpy, a), _words(numpy, b)
    if left.shape != right.shape:
        left, right = (numpy.ascontiguousarray(side) for side in numpy.broadcast_arrays(left, right))
    if out is None:
        out = numpy.empty(left.shape, dtype=numpy.uint64)
    elif out.shape != left.shape:
        raise ValueError(f"out has the shape {out.shape}, and the products have {left.shape}")
    elif out.dtype != numpy.uint64:
        raise TypeError(f"the products are uint64, and out is of {out.dtype}")
    elif not _is_row(out) or numpy.may_share_memory(out, left) or numpy.may_share_memory(out, right):
        # What is read must not change meanwhile.
        out[...] = multiply(left, right)
        return out
    multiply_words(left, right, out)
    return out


def _is_row(array: Any) -> bool:
    """Whether an array is one row of words in memory."""
    return bool(array.dtype.isnative and array.flags.c_contiguous and array.flags.aligned)


def _words(numpy: Any, numbers: Any) -> Any:
    """An array of uint64 in one row of memory; refused where numbers would change."""
    array = numpy.asarray(numbers)
    if array.dtype != numpy.uint64:
        if array.size and array.dtype.kind not in "iub":
            raise TypeError(f"nimbers are numbers from 0 to 2**64 - 1, and these are {array.dtype}")
        if array.dtype.kind == "i" and array.size and array.min() < 0:
            raise ValueError("a nimber is not negative: each is its own negative")
    return numpy.require(array, numpy.uint64, ["C_CONTIGUOUS", "ALIGNED"])


def _without_numpy(a: Any, b: Any) -> Any:
    """The same by bytes, which are copied."""
    from array import array

    left, right = (side if isinstance(side, array) and side.typecode == "Q" else array("Q", side) for side in (a, b))
    products = array("Q")
    products.frombytes(multiply_bytes(left.tobytes(), right.tobytes()))
    return products
