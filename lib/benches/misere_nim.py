"""The obvious memoised recursion: misère outcomes of all positions of 4 heaps up to 31."""

import itertools
import sys
import time
from functools import lru_cache

sys.setrecursionlimit(10_000)


@lru_cache(maxsize=None)
def wins(heaps):
    if not any(heaps):
        return True
    for pile, size in enumerate(heaps):
        for rest in range(size):
            if not wins(heaps[:pile] + (rest,) + heaps[pile + 1 :]):
                return True
    return False


start = time.perf_counter()
signature = sum(wins(heaps) for heaps in itertools.product(range(32), repeat=4))
print(signature, time.perf_counter() - start)
