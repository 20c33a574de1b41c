"""Hemispheres: two packs, a circle of twelve piles around a cross; red is at home in the north, black in the south.

Rule numbers are those of Hemispheres.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wendekreis.cards import ACE, KING, Card, Suit, pack
from wendekreis.errors import IllegalMove
from wendekreis.rules import Game, Kind, LaidOut, Mark, Move, Pile, Position, Role, Shift, Step
from wendekreis.rules.variants import Variants, setting_of, variant_id
from wendekreis.rules.vocabulary import build_in_colour, build_in_suit, top_card, transfer_kind, turn_kind

# Rule 1: the arms, each from the centre outwards: black King, red Ace, barrier. Foundation piles bear the
# suit they build and a number.
ARMS = {
    "N": (("fS1", Suit.SPADES), ("fH1", Suit.HEARTS), Suit.SPADES),
    "E": (("fC1", Suit.CLUBS), ("fH2", Suit.HEARTS), Suit.HEARTS),
    "S": (("fC2", Suit.CLUBS), ("fD2", Suit.DIAMONDS), Suit.CLUBS),
    "W": (("fS2", Suit.SPADES), ("fD1", Suit.DIAMONDS), Suit.DIAMONDS),
}
FOUNDATIONS = ("fS1", "fS2", "fC1", "fC2", "fH1", "fH2", "fD1", "fD2")
SUITS = {suit.letter: suit for suit in Suit}
SUIT_NAMES = {
    "C": {"de": "Kreuz", "en": "clubs"},
    "D": {"de": "Karo", "en": "diamonds"},
    "H": {"de": "Herz", "en": "hearts"},
    "S": {"de": "Pik", "en": "spades"},
}
DIRECTIONS = {
    "N": {"de": "Norden", "en": "north"},
    "E": {"de": "Osten", "en": "east"},
    "S": {"de": "Süden", "en": "south"},
    "W": {"de": "Westen", "en": "west"},
}
NOTES = {
    "n": {
        "suit": {"de": "Norden: Rot, abwärts in Farbe", "en": "north: red, down in suit"},
        "colour": {"de": "Norden: Rot, abwärts", "en": "north: red, down"},
    },
    "s": {
        "suit": {"de": "Süden: Schwarz, aufwärts in Farbe", "en": "south: black, up in suit"},
        "colour": {"de": "Süden: Schwarz, aufwärts", "en": "south: black, up"},
    },
    "w": {
        "waste": {
            "de": "Die oberste Karte ist spielbar und füllt Lücken",
            "en": "its top card may be played, and fills spaces",
        },
        "stock": {"de": "Die oberste Karte ist spielbar", "en": "its top card may be played"},
    },
    "stock": {"once": {"de": "Deckt eine Karte auf; ein Durchgang", "en": "turns one card; one pass"}},
}
VARIANTS: Variants = {
    "fill": ("waste", "stock"),
    "build": ("suit", "colour"),
    "quadrants": ("no", "yes"),
    "barriers": ("any", "end"),
}
"""What can be set. ``fill``: whence an empty pile is filled first (rule 9). ``build``: in what tableau piles build (rule
4). ``quadrants``: whether a tableau card builds only within its own quadrant; cards of the waste, exchanges and late
spaces are not bound to one. ``barriers``: whether they are played at any time or when all other cards are up."""


def declare(ranks: int = KING, quadrant: int = 3, **chosen: str) -> Game:
    """The game, a variant of it, or a smaller one of the same rules (for tests).

    ``quadrant`` is the number of piles in each of the four quadrants; with fewer ``ranks`` the highest
    plays the Kings' part.

    Raises:
        UnknownGame: when there is no such variant.
    """
    setting = setting_of("hemispheres", VARIANTS, chosen)
    half = 2 * quadrant
    north = tuple(f"n{i}" for i in range(1, half + 1))
    south = tuple(f"s{i}" for i in range(1, half + 1))

    def is_home(position: Position, pile: int, card: Card) -> bool:
        """Rule 4: red is at home in the north, black in the south."""
        return card.is_red == (position.game.piles[pile].name[0] == "n")

    def is_astray(position: Position, pile: int) -> bool:
        """Whether the top card of a tableau pile lies in the wrong hemisphere (rule 5)."""
        ids = position.piles[pile]
        return bool(ids) and not is_home(position, pile, position.cards[ids[-1]])

    def may_leave(position: Position, source: int) -> bool:
        """Rule 5: a card astray is not played, neither to tableau nor foundation."""
        return position.game.piles[source].role is not Role.TABLEAU or not is_astray(position, source)

    def stock_is_out(position: Position) -> bool:
        index = position.game.index
        return not position.piles[index["w"]] and not position.piles[index["stock"]]

    def too_far(position: Position, source: int, target: int) -> bool:
        """With ``quadrants``: whether one tableau pile may not build on another, by where they lie."""
        if setting["quadrants"] == "no" or position.game.piles[source].role is not Role.TABLEAU:
            return False
        names = position.game.piles[source].name, position.game.piles[target].name
        return len({(name[0], int(name[1:]) > quadrant) for name in names}) == 2

    def too_early(position: Position, source: int) -> bool:
        """With ``barriers=end``: whether this is a barrier, and other cards than barriers are not up yet."""
        if setting["barriers"] == "any" or position.game.piles[source].role is not Role.BARRIER:
            return False
        by_role, piles = position.game.by_role, position.piles
        last = sum(len(piles[i]) for role in (Role.BARRIER, Role.FOUNDATION) for i in by_role[role])
        return last < len(position.cards)

    def tableau_takes(build: Any) -> Any:
        def accepts(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
            role = position.game.piles[source].role
            if not position.piles[target]:  # rule 10
                return role is Role.TABLEAU and stock_is_out(position)
            return bool(
                role in (Role.TABLEAU, Role.WASTE)  # rule 11: a barrier card goes to a foundation only
                and not is_astray(position, target)
                and may_leave(position, source)
                and not too_far(position, source, target)
                and build(position, source, target, ids)
            )

        return accepts

    def foundation_takes(build: Any) -> Any:
        def accepts(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
            return bool(
                may_leave(position, source) and not too_early(position, source) and build(position, source, target, ids)
            )

        return accepts

    down, up = build_in_suit(-1, single=True), build_in_suit(+1, single=True)
    builds = build_in_suit if setting["build"] == "suit" else build_in_colour
    to_north, to_south = builds(-1, single=True), builds(+1, single=True)  # rule 4

    def foundation(name: str) -> Pile:
        suit, (arm,) = SUITS[name[1]], [a for a, (k, r, _) in ARMS.items() if name in (k[0], r[0])]
        return Pile(
            name,
            Role.FOUNDATION,
            {
                "de": f"Grundstapel {SUIT_NAMES[suit.letter]['de']} im {DIRECTIONS[arm]['de']}",
                "en": f"{SUIT_NAMES[suit.letter]['en']} foundation in the {DIRECTIONS[arm]['en']}",
            },
            accepts=foundation_takes(up if suit.is_red else down),  # rule 3
            arrow="up" if suit.is_red else "down",
            note={"de": "Kreuz: Rot vom Ass zum König, in Farbe", "en": "cross: red from ace to king, in suit"}
            if suit.is_red
            else {"de": "Kreuz: Schwarz vom König zum Ass, in Farbe", "en": "cross: black from king to ace, in suit"},
        )

    def ring(name: str) -> Pile:
        german, english, build = ("Nord", "north", to_north) if name[0] == "n" else ("Süd", "south", to_south)
        return Pile(
            name,
            Role.TABLEAU,
            {"de": f"{german}stapel {name[1:]}", "en": f"{english} pile {name[1:]}"},
            accepts=tableau_takes(build),
            lifts=top_card,  # rule 7
            note=NOTES[name[0]][setting["build"]],
        )

    piles = (
        *map(foundation, FOUNDATIONS),
        *map(ring, north + south),
        *(
            Pile(
                f"b{arm}",
                Role.BARRIER,
                {"de": f"Barriere im {DIRECTIONS[arm]['de']}", "en": f"{DIRECTIONS[arm]['en']} barrier"},
                lifts=top_card,
                note={"de": "Barriere: nur zum Grundstapel", "en": "barrier: to a foundation only"},
            )
            for arm in ARMS
        ),
        Pile("w", Role.WASTE, {"de": "Ablage", "en": "waste"}, lifts=top_card, note=NOTES["w"][setting["fill"]]),
        Pile("stock", Role.STOCK, {"de": "Talon", "en": "stock"}, note=NOTES["stock"]["once"]),
    )
    # Laid out before the deal: the starters of the foundations and the barriers, which finish them (rule 1).
    first: dict[str, Card] = {}
    for arm, (black, red, barrier) in ARMS.items():
        first[black[0]], first[red[0]] = Card(ranks, black[1]), Card(ACE, red[1])
        first[f"b{arm}"] = Card(ranks if barrier.is_red else ACE, barrier)
    deck = tuple((Counter(pack(2, ranks)) - Counter(first.values())).elements())

    def lay_out(cards: tuple[Card, ...]) -> LaidOut:
        size = len(cards)
        # Rule 2: n1 … then s1 … is clockwise from the west barrier.
        laid: dict[str, Sequence[int]] = {name: [i] for i, name in enumerate(north + south)}
        laid |= {name: [size + i] for i, name in enumerate(first)}
        laid["stock"] = range(size - 1, len(north + south) - 1, -1)
        return LaidOut(cards + tuple(first.values()), laid)

    # Rule 6: a red card in the south and a black card in the north change places.

    def exchanges(position: Position) -> Iterator[Move]:
        index = position.game.index
        partners = [name for name in south if is_astray(position, index[name])]
        for name in north if partners else ():
            if is_astray(position, index[name]):
                for partner in partners:
                    yield Move("exchange", name, partner)

    def exchange(position: Position, move: Move) -> Step:
        shifts = []
        for here, there in ((move.source, move.target), (move.target, move.source)):
            pile = position.game.index[here]
            if not is_astray(position, pile):
                raise IllegalMove(f"{move}: {here} holds no card astray", move=str(move))
            shifts.append(Shift(here, there, position.piles[pile][-1:]))
        return Step(tuple(shifts))

    def fill(position: Position) -> Step | None:
        """Rule 9: an empty pile is filled from the waste, else from the stock; or the other way round."""
        index, all_piles = position.game.index, position.piles
        for i in position.game.by_role[Role.TABLEAU]:
            if not all_piles[i]:
                for source in ("w", "stock") if setting["fill"] == "waste" else ("stock", "w"):
                    if ids := all_piles[index[source]]:
                        return Step((Shift(source, position.game.piles[i].name, ids[-1:]),), cause="fill")
                break
        return None

    def marks(position: Position) -> Mapping[str, Mark]:
        index = position.game.index
        return {
            name: Mark("astray", "down" if name[0] == "n" else "up")
            for name in north + south
            if is_astray(position, index[name])
        }

    return Game(
        id=variant_id("hemispheres", VARIANTS, setting),
        version=1,
        packs=2,
        names={"de": "Hemispheres", "en": "Hemispheres"},
        blurbs={
            "de": "Zwei Kartenspiele im Kreis um ein Kreuz: Rot gehört in den Norden, Schwarz in den Süden.",
            "en": "Two packs in a circle around a cross: red belongs in the north, black in the south.",
        },
        piles=piles,
        deck=deck,
        lay_out=lay_out,
        kinds=(Kind("exchange", exchanges, exchange), transfer_kind(), turn_kind()),
        settles=(fill,),
        ranks=ranks,
        marks=marks,
        layouts=LAYOUTS,
        order=10,
        variants=VARIANTS,
        setting=setting,
    )


# The table in card units: x in widths, y in heights, from a card's top left corner, in paint order. ``globe`` is
# the centre, half axes and exponent of the superellipse through the middles of the ring piles.


def _ring(width: float, height: float, quadrant: Sequence[tuple[float, float]]) -> dict[str, list[float]]:
    """The twelve piles of the circle from n1, n2, n3: the ring is point-symmetric."""
    places: dict[str, list[float]] = {}
    for i, (x, y) in enumerate(quadrant, start=1):
        east, low = round(width - 1 - x, 3), round(height - 1 - y, 3)
        places |= {f"n{i}": [x, y], f"n{7 - i}": [east, y], f"s{i}": [east, low], f"s{7 - i}": [x, low]}
    return dict(sorted(places.items()))


def _cross(
    centre: tuple[float, float], x: Sequence[float], y: Sequence[float], edge: tuple[float, float]
) -> dict[str, list[float]]:
    """Barriers and foundations: ``x`` of fD1 fS2 fC1 fH2, ``y`` of fH1 fS1 fC2 fD2."""
    mx, my = centre
    return {
        "bN": [mx, 0],
        "bW": [0, my],
        "bE": [edge[0], my],
        "bS": [mx, edge[1]],
        **{name: [mx, place] for name, place in zip(("fH1", "fS1", "fC2", "fD2"), y, strict=True)},
        **{name: [place, my] for name, place in zip(("fD1", "fS2", "fC1", "fH2"), x, strict=True)},
    }


LAYOUTS: Mapping[str, Mapping[str, Any]] = {
    "wide": {
        "size": [9.85, 4.86],
        "aspect": [1.25, 1.4],
        "globe": [4.3, 2.43, 3.8, 1.93, 2],
        "piles": {
            **_ring(8.6, 4.86, [(0.6, 0.87), (1.67, 0.35), (2.735, 0.075)]),
            **_cross((3.8, 1.93), (1.68, 2.74, 4.86, 5.92), (1.04, 1.4, 2.46, 2.82), (7.6, 3.86)),
            "w": [8.85, 1.3],
            "stock": [8.85, 2.56],
        },
    },
    "square": {
        "size": [6.42, 6],
        "aspect": [1.3, 1.4],
        "globe": [3.21, 3, 2.71, 2.5, 2.7],
        "piles": {
            **_ring(6.42, 6, [(0, 1.33), (0.52, 0.25), (1.6, 0.05)]),
            **_cross((2.71, 2.5), (1.08, 2.16, 3.26, 4.34), (1.05, 1.41, 3.59, 3.95), (5.42, 5)),
            "w": [1.59, 3.72],
            "stock": [3.83, 3.72],
        },
    },
    "tall": {
        "size": [5.42, 7.3],
        "aspect": [1.3, 1.4],
        "globe": [2.71, 3.65, 2.21, 3.15, 3.2],
        "piles": {
            **_ring(5.42, 7.3, [(0, 1.85), (0.05, 0.68), (1.13, 0.12)]),
            **_cross((2.21, 3.15), (1.08, 1.66, 2.76, 3.34), (1.05, 2.1, 4.2, 5.25), (4.42, 6.3)),
            "w": [1.13, 4.62],
            "stock": [3.29, 4.62],
        },
    },
    "short": {
        "size": [5.42, 6],
        "aspect": [1.28, 1.4],
        "globe": [2.71, 3, 2.21, 2.5, 4],
        "piles": {
            **_ring(5.42, 6, [(0, 1.33), (0.03, 0.24), (1.13, 0.05)]),
            **_cross((2.21, 2.5), (1.08, 1.66, 2.76, 3.34), (1.05, 1.41, 3.59, 3.95), (4.42, 5)),
            "w": [1.13, 3.72],
            "stock": [3.29, 3.72],
        },
    },
}

# Measured with the study `hemispheres` of docs/figures.md
GAME = replace(declare(), winnable={"won": 99_973, "lost": 0, "unknown": 27}, win_moves=229)
