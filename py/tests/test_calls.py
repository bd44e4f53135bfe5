"""Long calls: progress, interruption, threads, and what is not needed."""

import os
import signal
import subprocess
import sys
import threading
import time

import bouton as bt
import pytest
from rules import Half

LONG = "cram: 7x9"


def test_progress_is_told_and_its_exceptions_end_the_call():
    told = []

    def enough(progress):
        told.append(progress)
        if len(told) == 2:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bt.values("octal(0.6)", 10**8, progress=enough)
    assert 0 < told[0].seconds < told[1].seconds and told[1].of == 10**8 and told[1].positions > 0
    assert "values" in str(told[1])


def test_interruption_ends_a_call_of_the_engine():
    # What is started in the background does not hear it otherwise.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            bt.solve(LONG, seconds=20, progress=False)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - began < 10


def test_other_threads_run_while_the_engine_works():
    turns, over = [0], threading.Event()

    def work():
        while not over.is_set():
            turns[0] += 1

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    with pytest.raises(bt.Stopped):
        bt.solve(LONG, seconds=0.3, progress=False)
    over.set()
    thread.join()
    assert turns[0] > 1000


@pytest.mark.parametrize("game", [bt.Game("kayles"), bt.Game("end-nim"), bt.Game(Half())], ids=str)
def test_threads_share_a_game(game):
    positions = list(range(1, 25)) if game.name != "end-nim" else [(3, size, 2) for size in range(1, 25)]
    alone = [game.solve(position).value for position in positions]
    found, failed = {}, []

    def ask(number):
        try:
            found[number] = [game.solve(position).value for position in positions]
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed and all(values == alone for values in found.values()) and len(found) == 4


def test_sessions_hint_undo_and_review():
    session = bt.Session("nim: 3 4 5", seed=7)
    assert "You can win" in session.hint()["text"]
    session.play("1 -> 0")
    session.reply()
    assert session.undo() == 2 and session.redo() == 2 and session.undo() == 2
    session.play("1 -> 1")
    assert session.address == "nim: 1 4 5" and session.to_move == 2
    while not session.is_over:
        session.reply()
    assert session.losers == [2] and "win" in session.result.lower()
    assert session.review()["moves"][0]["mark"] == "kept"
    assert bt.Session.load(session.sheet()).state == session.state
    assert session.legal() == [] and session._repr_svg_().startswith("<svg")


def test_importing_needs_neither_numpy_nor_much_else():
    script = "import sys, bouton; print(sorted(set(sys.modules) & {'numpy', 'networkx', 'json', 'dataclasses', 'typing', 'ast'}))"
    # Without the packages of the environment, whose start-up files import what they like.
    told = subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}; {script}"], capture_output=True, text=True)
    assert told.stdout.strip() == "[]", told.stdout + told.stderr


def test_without_numpy_arrays_are_those_of_the_standard_library():
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "import bouton as bt\n"
        "values = bt.values('kayles', 10)\n"
        "assert type(values).__module__ == 'array' and values.tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4], values\n"
        "assert bt.table('nim', 2, 3)[1].tolist() == [1, 0, 3]\n"
        "assert bt.nimber.multiply([5], [7]).tolist() == [13]\n"
        "assert bt.graph('nim: 1').sources.tolist() == [0]\n"
        "print('right')\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert told.stdout == "right\n", told.stderr
