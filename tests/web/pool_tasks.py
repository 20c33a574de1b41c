"""Tasks for a pool that is being tested; its processes import this file."""

import os
import sys
import time
from typing import NoReturn

from wendekreis.web.worker import Bench

__all__ = ["deaf", "die", "fail", "hear", "hoard", "priority", "report", "who"]


def who(_bench: Bench) -> int:
    """Which process this is."""
    return os.getpid()


def priority(_bench: Bench) -> int:
    """How nice it is."""
    return os.getpriority(os.PRIO_PROCESS, 0)


def hear(bench: Bench, seconds: float) -> int:
    """Take so long, but stop when told."""
    bench.tell(1, None)
    end = time.monotonic() + seconds
    while time.monotonic() < end and not bench.cancel.cancelled:
        time.sleep(0.005)
    return os.getpid()


def deaf(bench: Bench, seconds: float) -> int:
    """Take so long, whatever is said."""
    bench.tell(1, None)
    time.sleep(seconds)
    return os.getpid()


def report(bench: Bench, steps: int) -> str:
    """Say how far it has come, and print something that nobody asked for."""
    sys.stdout.write("a word at the wrong place\n")
    for step in range(steps):
        bench.tell(step + 1, steps)
        time.sleep(0.02)
    return "done"


def fail(_bench: Bench) -> NoReturn:
    """Have a fault."""
    raise ZeroDivisionError


def hoard(_bench: Bench) -> int:
    """Want more memory than there is for it."""
    return len(bytearray(4_000_000_000))


def die(_bench: Bench) -> NoReturn:
    """End the process."""
    os._exit(1)
