"""Runs the notebooks and compares what they print with what is stored in them.

    python run.py             runs all of them, and says where something differs
    python run.py --write     runs them, and stores what they print and show

Cells share one namespace, as in a kernel; what the last line of a cell is worth is shown. Pictures and times differ from machine to
machine, so only text is compared.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
import time
from pathlib import Path
from typing import Any

Cell = dict[str, Any]


def shown(value: object) -> dict[str, list[str]]:
    """A value as a notebook shows it."""
    kinds = {"_repr_svg_": "image/svg+xml", "_repr_markdown_": "text/markdown"}
    data: dict[str, list[str]] = {}
    for method, kind in kinds.items():
        draw = getattr(value, method, None)
        text = draw() if draw is not None else None
        if text:
            data[kind] = text.splitlines(keepends=True)
    data["text/plain"] = repr(value).splitlines(keepends=True)
    return data


def outputs(source: str, names: dict[str, Any], where: str) -> list[Cell]:
    """Runs one cell."""
    tree = ast.parse(source, where)
    last = tree.body[-1] if tree.body else None
    shows = last.value if isinstance(last, ast.Expr) else None
    if shows is not None:
        tree.body.pop()
    printed = io.StringIO()
    found: list[Cell] = []
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, where, "exec"), names)
        value = eval(compile(ast.Expression(shows), where, "eval"), names) if shows is not None else None
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        found.append({"data": shown(value), "metadata": {}, "output_type": "display_data"})
    return found


def text_of(cell: Cell) -> list[str]:
    """What is compared: printed and plain text, but for lines that tell times."""
    lines: list[str] = []
    for output in cell.get("outputs", []):
        lines += output.get("text", []) + output.get("data", {}).get("text/plain", [])
    return [line.rstrip("\n") for line in lines if " ms" not in line and " 0x" not in line]


def run(path: Path, write: bool) -> list[str]:
    """Runs one notebook; gives what differs."""
    book = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    faults = []
    for number, cell in enumerate(book["cells"]):
        if cell["cell_type"] != "code":
            continue
        stored = text_of(cell)
        where = f"{path.name}, cell {number}"
        cell["outputs"] = outputs("".join(cell["source"]), names, where)
        if stored != text_of(cell) and not write:
            faults.append(f"{where}: stored is\n{stored}\nand now it is\n{text_of(cell)}")
    if write:
        path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return faults


def main() -> int:
    write = "--write" in sys.argv
    faults = []
    for path in sorted(Path(__file__).parent.glob("*.ipynb")):
        began = time.perf_counter()
        faults += run(path, write)
        print(f"{path.name}: {time.perf_counter() - began:.1f} s")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
