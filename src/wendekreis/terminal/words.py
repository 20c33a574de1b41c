"""Words of the terminal table, from the catalogue of the browser's: names, and one line for what happened."""

import json
from collections.abc import Mapping, Sequence
from importlib import resources

from wendekreis.advice.advise import Reason
from wendekreis.cards import Card
from wendekreis.errors import WendekreisError
from wendekreis.rules import Game, Role, Step
from wendekreis.terminal.sitting import Standing
from wendekreis.view import Choice

__all__ = ["FEW", "LANGUAGES", "MANY", "Words", "capital", "language"]

LANGUAGES = ("de", "en")

MANY = 4
"""So many steps are told one by one; more are told by their sum."""

FEW = 3
"""So many targets are named; of more it is told how many they are."""


def language(environment: Mapping[str, str]) -> str:
    """The language of the environment, as POSIX has it: ``LC_ALL``, else ``LC_MESSAGES``, else ``LANG``."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "de" if named.lower().startswith("de") else "en"


class Words:
    """The words of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        # Read as a file: the room that serves it to browsers is none of ours.
        file = resources.files("wendekreis").joinpath("web", "texts", f"{lang}.json")
        self._texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))

    def __call__(self, key: str, /, **params: object) -> str:
        """A text of the catalogue, filled in."""
        return self._texts[key].format_map({name: str(value) for name, value in params.items()})

    def rank(self, card: Card) -> str:
        """The rank as it stands in a card's corner, of at most two signs."""
        return self(f"card.rank.{str(card)[0]}")

    def card(self, card: Card | None) -> str:
        """A card's name: "queen of hearts"."""
        if card is None:
            return self("card.hidden")
        token = str(card)
        rank, suit = self(f"card.rank_name.{token[0]}"), self(f"card.suit_name.{token[1]}")
        return self("card.name_number" if rank.isdecimal() else "card.name", rank=rank, suit=suit)

    def pile(self, game: Game, name: str) -> str:
        """A pile's name: "north pile 3"."""
        return game.piles[game.index[name]].label[self.lang]

    def error(self, error: WendekreisError) -> str:
        """One sentence: the catalogue's, or for an error that it does not have the error's own."""
        text = self._texts.get(f"error.{error.code}")
        return str(error) if text is None else text.format_map({**_Unknown(), **error.params})

    # The pile under the cursor ------------------------------------------------------------------------

    def stop(self, at: Standing, pile: str, held: int = 1, *, target: str = "") -> str:
        """A pile as the cursor stands on it: "north pile 3, queen of hearts, astray, 2 cards, target"."""
        parts = [self.pile(at.game, pile)]
        count, mark = at.count(pile), at.view.marks.get(pile)
        if not count:
            parts.append(self("pile.turn_over" if at.press(pile) else "pile.empty"))
        elif at.is_stock(pile):
            parts.append(self._cards(count))
        else:
            top = at.face(pile, count - 1)
            run = held > 1 and self(
                "pile.run", n=held, first=self.card(at.face(pile, count - held)), last=self.card(top)
            )
            parts.append(run or self.card(top))
            if mark is not None:
                parts.append(self(f"mark.{mark.kind}"))
            parts.append(self._cards(count))
        if target:
            parts.append(self(target))
        return capital(", ".join(parts))

    def _cards(self, count: int) -> str:
        return self("pile.card") if count == 1 else self("pile.cards", n=count)

    # What happened ------------------------------------------------------------------------------------

    def held(self, at: Standing, pile: str, count: int) -> str:
        """What was picked up, and to which piles it may go, or to how many."""
        card = self.card(at.face(pile, at.count(pile) - count))
        words = self("told.held", card=card) if count == 1 else self("told.held_run", n=count, card=card)
        targets = [self.pile(at.game, target) for target in at.targets(pile, count)]
        n = len(targets)
        key = "told.target" if n == 1 else "told.targets" if n <= FEW else "told.targets_n"
        return f"{capital(words)} {self(key, n=n, piles=', '.join(targets))}"

    def told(self, what: str, steps: Sequence[Step], before: Standing, after: Standing) -> str:
        """One line for what a write changed."""
        said: list[str] = []
        if what in ("restart", "undo_restart"):
            said.append(self(f"told.{what}"))
        elif what == "finish":
            said.append(self("told.finished", n=_homeward(after.game, steps)))
        else:
            if what in ("undo", "redo"):
                said.append(self(f"told.{what}"))
            # The player's own move first, what it set off after it, whichever way.
            said += self._steps(steps[::-1] if what == "undo" else steps, before, after, back=what == "undo")
        if after.status in ("won", "stuck"):
            said.append(self(f"told.{after.status}"))
        return " ".join(word if i and said[i - 1].endswith(":") else capital(word) for i, word in enumerate(said))

    def _steps(self, steps: Sequence[Step], before: Standing, after: Standing, *, back: bool) -> list[str]:
        game = after.game
        ways = [(shift.source, shift.target)[:: -1 if back else 1] for s in steps for shift in s.shifts]
        turned = sum(source == "stock" and _role(game, target) is Role.WASTE for source, target in ways)
        said: list[str] = []
        if len(steps) > MANY and turned > MANY - 2:
            waste = next(p.name for p in game.piles if p.role is Role.WASTE)
            top = self.card(after.face(waste, after.count(waste) - 1))
            return [
                self("told.turned_back_n" if back else "told.turned_n", n=turned),
                *([self("told.now_top", card=top)] if after.count(waste) else []),
            ]
        faces = {**before.view.faces, **after.view.faces}
        up = down = 0
        for place, step in enumerate(steps):
            goes_up, comes_down = _homeward(game, [step]), _homeward(game, [step.inverse()])
            if len(steps) > MANY and place >= MANY - 1 and (goes_up or comes_down):
                up += goes_up
                down += comes_down
            else:
                said += self._sentences(game, step, faces)
        said += [self("told.set_off" if up > 1 else "told.set_off_one", n=up)] if up else []
        return said + ([self("told.taken_back" if down > 1 else "told.taken_back_one", n=down)] if down else [])

    def _sentences(self, game: Game, step: Step, faces: Mapping[int, Card]) -> list[str]:
        shifts, said = step.shifts, []
        if len(shifts) == 2 and shifts[0][:2] == shifts[1][1::-1]:
            a, b = (self.card(faces.get(shift.cards[0])) for shift in shifts)
            said.append(self("told.exchanged", a=a, b=b))
        else:
            for source, target, cards, _ in shifts:
                card, n = self.card(faces.get(cards[0])), len(cards)
                to = self.pile(game, target)
                if target == "stock":
                    said.append(self("told.turned_back", card=card) if n == 1 else self("told.turned_over", n=n))
                elif source == "stock" and _role(game, target) is Role.WASTE:
                    said.append(self("told.turned", card=card) if n == 1 else self("told.turned_over_back", n=n))
                elif step.cause == "fill" and _role(game, target) is not Role.WASTE:
                    said.append(self("told.filled", card=card, to=to))
                else:
                    said.append(self("told.moved" if n == 1 else "told.moved_run", card=card, n=n, to=to))
        if step.cause == "turn_up":
            said += [self("told.turned_up", card=self.card(faces.get(flip.card))) for flip in step.flips if flip.up]
        return said

    # Advice -------------------------------------------------------------------------------------------

    def advised(self, at: Standing, choice: Choice, reason: Reason) -> str:
        """A move and why: "Jack of hearts to north pile 3: builds."."""
        if choice.press:
            move = self("hint.turn" if at.view.stock else "hint.redeal")
        else:
            source, target, count = choice.source, choice.target, choice.count
            card = self.card(at.face(source, at.count(source) - count))
            if choice.swap:
                move = self("hint.swap", a=card, b=self.card(at.face(target, at.count(target) - 1)))
            else:
                to = self.pile(at.game, target)
                move = self("hint.run" if count > 1 else "hint.move", card=card, n=count, to=to)
        named = {"card": self.card(Card.parse(reason.params["card"]))} if "card" in reason.params else {}
        return capital(f"{move}: {self(f'advice.{reason.code}', **named)}.")


class _Unknown(dict[str, object]):
    """What a sentence of the catalogue asks for and an error does not tell."""

    def __missing__(self, name: str) -> str:
        return "?"


def capital(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


def _role(game: Game, pile: str) -> Role:
    return game.piles[game.index[pile]].role


def _homeward(game: Game, steps: Sequence[Step]) -> int:
    """How many cards go to the foundations."""
    return sum(len(shift.cards) for s in steps for shift in s.shifts if _role(game, shift.target) is Role.FOUNDATION)
