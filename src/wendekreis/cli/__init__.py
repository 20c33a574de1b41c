"""The ``wendekreis`` command; imported by nobody."""

from wendekreis.cli.app import main

__all__ = ["main"]
