"""The fair player: it sees what a person sees, plays as well as it can, and says how it stands.

Nothing here is told where the hidden cards are (:mod:`wendekreis.advice.known`).
"""
