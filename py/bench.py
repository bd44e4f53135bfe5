"""The bars of the Python package, each beside what it is compared to. Processor time, the best of some runs.

    python bench.py [PROGRAM]      with the command line's program, also values against it

Run it where the wheel is installed, with numpy.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import bouton as bt
from bouton import nimber


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of processor time."""
    runs = []
    for _ in range(times):
        began = time.process_time()
        work()
        runs.append(time.process_time() - began)
    return min(runs)


class Heaps(bt.Rules):
    """Nim, heaps sorted."""

    def moves(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for pile, size in enumerate(position):
            for left in range(size):
                yield tuple(sorted(position[:pile] + (left,) + position[pile + 1 :]))


class Take(bt.Rules):
    """Take 1, 3 or 4."""

    def moves(self, position: int) -> list[int]:
        return [position - take for take in (1, 3, 4) if take <= position]


class Dominoes(bt.Rules):
    """Cram, a position is the set of free squares."""

    def moves(self, position: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
        for row, column in position:
            for other in ((row + 1, column), (row, column + 1)):
                if other in position:
                    yield position - {(row, column), other}


def grundy(rules: bt.Rules) -> Callable[[Any], int]:
    """The recursion that a game in Python replaces."""

    @functools.lru_cache(maxsize=None)
    def value(position: Any) -> int:
        options = {value(option) for option in rules.moves(position)}
        least = 0
        while least in options:
            least += 1
        return least

    return value


def loses_last(rules: bt.Rules) -> Callable[[Any], bool]:
    """The same for misère outcomes: it ends at the first move that wins."""

    @functools.lru_cache(maxsize=None)
    def wins(position: Any) -> bool:
        over = True
        for option in rules.moves(position):
            over = False
            if not wins(option):
                return True
        return over

    return wins


def games() -> None:
    sys.setrecursionlimit(100_000)
    board = frozenset((row, column) for row in range(4) for column in range(5))
    for name, rules, start in [
        ("Nim 7 8 9 10", Heaps, (7, 8, 9, 10)),
        ("take 1 3 4 from 3000", Take, 3000),
        ("Cram 4x5", Dominoes, board),
    ]:
        plain = best(lambda: grundy(rules())(start))
        ours = best(lambda: bt.solve(rules(), start))
        print(f"{name}, value: functools {plain * 1e3:.1f} ms, bouton {ours * 1e3:.1f} ms: {ours / plain:.2f}")
        plain = best(lambda: loses_last(rules())(start))
        # The recursion says who wins; an answer without more wishes also looks for all winning moves.
        for what, alone in [("who wins", True), ("who wins and all winning moves", False)]:
            ours = best(lambda: bt.solve(rules(), start, misere=True, outcome=alone))
            print(f"{name}, misère, {what}: functools {plain * 1e3:.1f} ms, bouton {ours * 1e3:.1f} ms: {ours / plain:.2f}")


def against(program: str) -> None:
    for game in ["octal(0.77)", "octal(0.106)", "octal(0.16)"]:
        ours = best(lambda: bt.values(game, 10**7 + 1, progress=False))
        with tempfile.TemporaryDirectory() as folder:
            command = [program, "values", game, "--to", "1e7", "--force", "-o", os.path.join(folder, "values.bin")]
            times = []
            for _ in range(5):
                before = os.times()
                subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
                after = os.times()
                times.append(after.children_user - before.children_user + after.children_system - before.children_system)
        print(f"values of {game} to 10^7: {ours:.3f} s, command line {min(times):.3f} s: {ours / min(times):.2f}")


def main() -> None:
    began = time.process_time()
    subprocess.run([sys.executable, "-c", "import bouton"], check=True)
    empty = "import time; a = time.perf_counter(); import bouton; print(time.perf_counter() - a)"
    imports = [float(subprocess.check_output([sys.executable, "-c", empty])) for _ in range(9)]
    print(f"import bouton: {min(imports) * 1e3:.1f} ms")
    many = best(lambda: [bt.solve("nim: 3 4 5") for _ in range(2000)])
    print(f"solve of Nim 3 4 5: {many / 2000 * 1e6:.1f} microseconds")
    a = np.random.default_rng(1).integers(0, 2**64, 10**6, dtype=np.uint64)
    b, out = a[::-1].copy(), np.empty_like(a)
    print(f"multiply 10^6 pairs: {best(lambda: nimber.multiply(a, b), 15) * 1e3:.2f} ms, ", end="")
    print(f"into an array: {best(lambda: nimber.multiply(a, b, out=out), 15) * 1e3:.2f} ms")
    games()
    if len(sys.argv) > 1:
        against(sys.argv[1])
    print(f"{time.process_time() - began:.0f} s in all")


if __name__ == "__main__":
    main()
