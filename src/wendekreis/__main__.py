"""``python -m wendekreis`` is the command ``wendekreis``."""

from wendekreis.cli import main

main()
