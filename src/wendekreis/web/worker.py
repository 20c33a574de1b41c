"""A process that thinks for the server: tasks come in at its standard input, answers go out at its standard output.

It runs at low priority and in bounded memory, one task at a time, and ends when its input does: however the server
ends, killed included, no process outlives it by more than a moment.
"""

import contextlib
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, BinaryIO

from wendekreis.solver import Cancel

__all__ = ["MEMORY_MB", "NICENESS", "Bench", "main"]

NICENESS = 15
MEMORY_MB = 1500
"""So much a process may have in all; a search is told to hold far less (``tasks.SEARCH_MB``)."""


class Bench:
    """What a task is given beside its arguments: a switch that ends it, and a way to say how far it has come."""

    def __init__(self, cancel: Cancel, tell: Callable[[int, int | None], object]) -> None:
        self.cancel = cancel
        self.tell = tell


def main() -> None:
    """Work until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    inbox, outbox = _private_streams()
    _be_modest()
    tasks: SimpleQueue[tuple[int, Callable[..., Any], tuple[Any, ...]]] = SimpleQueue()
    running: dict[int, Cancel] = {}

    def listen() -> None:
        try:
            while True:
                word, serial, *rest = pickle.load(inbox)
                if word == "task":
                    running[serial] = Cancel()
                    tasks.put((serial, *rest))
                elif (cancel := running.get(serial)) is not None:
                    cancel.cancel()
        except (EOFError, OSError):
            os._exit(0)  # the server has gone, and whatever runs here with it
        except Exception:
            traceback.print_exc()
            os._exit(1)

    def say(*words: object) -> None:
        pickle.dump(words, outbox)
        outbox.flush()

    threading.Thread(target=listen, daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        say("ready")
        while True:
            serial, task, arguments = tasks.get()
            say("begun", serial)
            bench = Bench(running[serial], partial(say, "progress", serial))
            try:
                answer = task(bench, *arguments)
            except MemoryError:
                words: tuple[object, ...] = ("memory", serial)
            except Exception:
                traceback.print_exc()
                words = ("failed", serial)
            else:
                words = ("done", serial, answer)
            del running[serial]
            say(*words)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server, out of the way of whoever reads or prints here."""
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return inbox, outbox


def _be_modest() -> None:
    """Stand back behind the server, and do not eat the machine's memory, where that can be had."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    import resource

    with contextlib.suppress(OSError, ValueError):
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        bound = MEMORY_MB * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (bound if most == resource.RLIM_INFINITY else min(bound, most), most))


if __name__ == "__main__":
    main()
