"""The table in the terminal: the same plays in the same store as the browser's, by keyboard and mouse.

It needs Textual, the extra ``wendekreis[terminal]``; only :mod:`wendekreis.terminal.app` and what it shows import it.
What lies where is drawn from the game's own layouts, scaled to the terminal's character cells; no game is known by
name.
"""
