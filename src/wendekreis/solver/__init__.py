"""Exact search: any position in, a verdict and a line of play out, all cards known.

>>> from wendekreis.deals import numbered_deal
>>> from wendekreis.games import game
>>> verdict = solve(numbered_deal(game("single-interchange"), "25483").start())
>>> verdict.outcome
'lost'
"""

from wendekreis.solver.search import solve, solve_packed
from wendekreis.solver.verdict import Cancel, Limits, Verdict

__all__ = ["Cancel", "Limits", "Verdict", "solve", "solve_packed"]
