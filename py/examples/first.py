"""Who wins, with which moves, and why."""

import bouton as bt

answer = bt.solve("nim: 3 4 5")
print(answer.outcome, answer.value)
for move in answer.winning:
    print(f"pile {move.pile}: {move.from_} becomes {move.to}")

# Games add up; each part is worth a nimber.
whole = bt.nim([3, 4, 5]) + "kayles: 12"
for part in whole.parts:
    print(part.address, "is worth", part.value)

try:
    bt.solve("kaylse: 12")
except bt.InputError as error:
    assert error.span is not None
    start, end = error.span
    print("12 of", "kaylse: 12"[start:end], "->", error.suggestion)
