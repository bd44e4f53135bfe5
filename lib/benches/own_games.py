"""Rules as text against CPython: the same `moves`, the value of one position by memoised search.

python3 own_games.py BOUTON EXAMPLES: the program, and the folder with the examples. What only shortens searches
(`simplify`, `split`) is left out on both sides, and both start from nothing. The values must be the same. The positions
need not be: CPython works out every position that can be reached, and Bouton as many as its search asks for, which
may be fewer because it prunes, or more because it asks for some again. Both numbers are told; what is compared is the
time from the question to the value, for Bouton that of the whole process.
"""

import functools
import json
import os
import subprocess
import sys
import tempfile
import time

sys.setrecursionlimit(1_000_000)

STARTS = {
    "half": "3000",
    "fibonacci": "(300, 299)",
    "end-nim": "[9, 9, 9, 9, 9, 9, 9, 9]",
    "nimble": "[0, 2, 2, 2, 3, 3]",
    "domino": '"...../...../...../....."',
    "silver-dollar": '"....o..o.o..o..o..o"',
}


def frozen(position):
    """Lists cannot be remembered; tuples can."""
    return tuple(map(frozen, position)) if isinstance(position, (list, tuple)) else position


def options(moves, thawed):
    """The positions after each move, whether moves have names or not."""
    return [
        option[1] if isinstance(option, tuple) and len(option) == 2 and isinstance(option[0], str) else option
        for option in moves(thawed)
    ]


def by_python(rules, start):
    space = {}
    exec(rules, space)
    moves = space["moves"]
    lists = isinstance(start, list)

    @functools.cache
    def value(position):
        seen = {value(frozen(option)) for option in options(moves, list(position) if lists else position)}
        least = 0
        while least in seen:
            least += 1
        return least

    began = time.perf_counter()
    found = value(frozen(start))
    return time.perf_counter() - began, found, value.cache_info().currsize


def by_bouton(program, path, start):
    began = time.perf_counter()
    words = [program, "solve", f"file({path}): {start}", "--value", "--json", "--seconds", "600", "--positions", "100000000"]
    answer = json.loads(subprocess.run(words, capture_output=True, text=True).stdout)
    taken = time.perf_counter() - began
    return taken, answer["value"], answer["evidence"]["positions"]


def main(program, folder):
    faster = 0
    for name, start in STARTS.items():
        with open(os.path.join(folder, f"{name}.star")) as file:
            rules = file.read()
        for shortcut in ("simplify", "split"):
            rules = rules.replace(f"def {shortcut}(", f"def unused_{shortcut}(")
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, f"{name}.star")
            with open(path, "w") as file:
                file.write(rules)
            ours = min(by_bouton(program, path, start) for _ in range(3))
        theirs = min(by_python(rules, eval(start)) for _ in range(3))
        assert ours[1] == theirs[1], (name, ours, theirs)
        faster += ours[0] <= theirs[0]
        print(
            f"{name}: {start}: value {ours[1]}: {ours[0] * 1e3:.0f} ms for {ours[2]} positions, "
            f"CPython {theirs[0] * 1e3:.0f} ms for {theirs[2]}: {theirs[0] / ours[0]:.1f} times"
        )
    print(f"at least as fast as CPython on {faster} of {len(STARTS)}")


main(*sys.argv[1:])
