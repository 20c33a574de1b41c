// What travels between server and page. Made by tools/wire_types.py from the server's models: change those.

/** What a write did: the steps, in the order they happen, and what is the case after them. */
export interface Answer {
  revision: number;
  status: "open" | "won" | "stuck";
  stock: number;
  faces: Record<string, string>;
  choices: Choice[];
  marks: Record<string, Mark>;
  counts: Counts;
  idle: number;
  undo: boolean;
  redo: boolean;
  forward: boolean;
  finish: boolean;
  played_ms: number;
  steps: Step[];
}

/** A question about a play at the revision that the page has seen. */
export interface AskRequest {
  revision: number;
}

/** So many players needed `first` to `last` moves. */
export interface Bar {
  first: number;
  last: number;
  players: number;
}

/** How many plays were brought in (or would be), and how many were there already. */
export interface Brought {
  added: number;
  known: number;
}

/**
 * One thing to do by hand, and the move that it is.
 *
 * Either `count` cards go `from` a pile `to` another, or the pile `press` is pressed. An exchange is there from
 * each side (`swap`); an ace once for each free foundation, of which the plain move's is `main`. If the move
 * empties a place that is filled by itself, `fill` is the pile whose top card drops into it.
 */
export interface Choice {
  move: string;
  from?: string;
  count?: number;
  to?: string;
  press?: string;
  swap?: boolean;
  main?: boolean;
  fill?: string;
}

/** Moves made (those taken back are not), cards turned and redeals. */
export interface Counts {
  moves: number;
  turns: number;
  redeals: number;
}

/** Plays by whether their deal can be won, and how many of those that can were won. */
export interface DealCounts {
  winnable: number;
  lost: number;
  unknown: number;
  won_of_winnable: number;
}

/** A question about a deal: by its number, or by itself (moves may follow it). */
export interface DealRequest {
  number?: string | null;
  deal?: string | null;
}

/** The one shape of every answer that says no. */
export interface ErrorBody {
  error: ErrorDetail;
}

/**
 * What is wrong: `code` for programs and for translation (the text `error.CODE` with `params`), `message` for
 * people, in English.
 */
export interface ErrorDetail {
  code: string;
  message: string;
  params: Record<string, string | number>;
}

/**
 * How the cards of a pile lie, in steps of card heights (down) or widths (right).
 *
 * `down` is the step after a face-up card and after a face-down one, `to` the y that the fan must not pass, `last`
 * how many cards are fanned at most.
 */
export interface Fan {
  down?: number[];
  right?: number[];
  to?: number;
  last?: number;
}

/** A card that is turned where it lies. */
export interface Flip {
  card: number;
  up: boolean;
}

/** Forward to the next playable card; `auto` as with a move. */
export interface ForwardRequest {
  revision: number;
  played_ms?: number;
  auto?: "off" | "safe" | "always";
}

/** What one move did, as an answer tells it, as far as it can be seen. */
export interface Frame {
  move: string;
  steps: Step[];
  faces: Record<string, string>;
  marks: Record<string, Mark>;
  stock: number;
  counts: Counts;
  status: "open" | "won";
}

/**
 * A game, as far as the table needs to know it. `cards` is how many are in play; `winnable` is null if nobody has
 * measured it, `win_moves`, how many moves a winning line has, if none is known.
 */
export interface Game {
  id: string;
  version: number;
  packs: number;
  cards: number;
  names: Words;
  blurbs: Words;
  redeals: boolean;
  winnable: Winnable | null;
  win_moves: number | null;
  piles: Pile[];
  layouts: Record<string, Layout>;
}

/** How the player has done at one game. `recent` are the last 100 plays over, the last begun last. */
export interface GameStatistics {
  game: string;
  played: number;
  won: number;
  deals: DealCounts;
  streak: Streak;
  time_ms: Range;
  moves: Range;
  hints: HintCounts;
  recent: Result[];
}

/** Every game there is, in the order to show them in. */
export interface Games {
  games: Game[];
}

/** Back or forward in the history, to where `head` of its moves are played. */
export interface GotoRequest {
  revision: number;
  played_ms?: number;
  head: number;
}

/** Hints in all, plays with any, plays in which the light was on, and those in which a proven line was shown. */
export interface HintCounts {
  advice: number;
  oracle: number;
  plays_advice: number;
  plays_oracle: number;
  light: number;
  shown: number;
}

/** How many hints a play has been given: advice, from what the player may know, and the oracle's. */
export interface Hints {
  advice: number;
  oracle: number;
}

/** A page of the player's plays, the last one touched first; `next` asks for the next page, null on the last. */
export interface History {
  plays: HistoryRow[];
  next: string | null;
}

/**
 * A play of the player's. `began` and `updated` are times by ISO 8601, in UTC.
 *
 * Of one that was won, `moves` and `played_ms` are those of the first win. `counts` says that the statistics count
 * it; `shown`, that a proven line was shown before a win; `brought`, that it came out of a file; `here`, that it
 * can be opened: its game is here as it was.
 */
export interface HistoryRow {
  id: string;
  game: string;
  number: string | null;
  status: "open" | "won" | "stuck";
  won: boolean;
  shown: boolean;
  counts: boolean;
  brought: boolean;
  here: boolean;
  moves: number;
  played_ms: number;
  began: string;
  updated: string;
}

/** Lines of a file of plays, the first of which has this number in the file. `check`: nothing is to be changed. */
export interface Import {
  lines: string[];
  first?: number;
  check?: boolean;
}

/**
 * A table in card units: x in card widths, y in card heights, to a card's top left corner.
 *
 * `piles` is in paint order: x, y and perhaps a fan. `aspect` bounds a card's height by width; `globe` is centre,
 * half axes and exponent of a superellipse; `tools` is a box for buttons, `info` a place for counts.
 */
export interface Layout {
  size: [number, number];
  aspect: [number, number];
  grow?: boolean;
  globe?: number[];
  tools?: number[];
  info?: number[];
  piles: Record<string, (number | Fan)[]>;
}

/** Something to be seen about a pile, and the way it points. */
export interface Mark {
  kind: string;
  arrow: "up" | "down" | null;
}

/**
 * A move, written as in the choices.
 *
 * `auto` says which cards then go to the foundations by themselves, in the same write: none, those that can never
 * be missed below, or all that can.
 */
export interface MoveRequest {
  revision: number;
  played_ms?: number;
  move: string;
  auto?: "off" | "safe" | "always";
}

/** Moves on a deal that is given by its number or as text. */
export interface Moves {
  game: string;
  number?: string | null;
  deal?: string | null;
  moves: string;
}

/**
 * A new play: by the deal's number, by the deal itself (moves may follow it), or with neither at random.
 *
 * `moves` are made first, on a deal of this number. `winnable` has it be one at random that is proved winnable.
 * The same `key` again gets the play that was begun with it. `resume` rather goes on with the newest play that is
 * not won: of this number or this deal, or with neither of the game.
 */
export interface NewPlay {
  game: string;
  number?: string | null;
  deal?: string | null;
  moves?: string | null;
  winnable?: boolean;
  resume?: boolean;
  key?: string | null;
}

/**
 * A place for cards. `well` is what it shows when empty, `arrow` the way a foundation builds, `note` what may be
 * done there, in a few words.
 */
export interface Pile {
  name: string;
  role: "tableau" | "foundation" | "barrier" | "waste" | "stock";
  label: Words;
  well: Words | null;
  arrow: "up" | "down" | null;
  note: Words | null;
}

/** One of the player's plays. `updated` is a time by ISO 8601, in UTC. */
export interface PlayRow {
  id: string;
  game: string;
  number: string | null;
  moves: number;
  status: "open" | "won" | "stuck";
  updated: string;
}

/** The player's plays that are not won, the last one touched first. */
export interface Plays {
  plays: PlayRow[];
}

/** The least and the mean over the plays won; null when there are none. */
export interface Range {
  best: number | null;
  mean: number | null;
}

/**
 * A play from its deal on: where it begins, and a frame for each move. Nothing can be done with it.
 *
 * `head` says where the play stands; what comes after was taken back. `own` says whether it is the player's play.
 */
export interface Replay {
  view: View;
  frames: Frame[];
  head: number;
  own: boolean;
}

/**
 * A play that is over. `ended` is a time by ISO 8601, in UTC; `winnable` is its deal's verdict, null if nobody has
 * looked.
 */
export interface Result {
  id: string;
  ended: string;
  won: boolean;
  played_ms: number;
  moves: number;
  winnable: "won" | "lost" | "unknown" | null;
}

/** A game's rules as HTML. */
export interface RulesPage {
  html: string;
}

/** Cards that go from the top of one pile to the top of another; `cards` as they then lie there, bottom to top. */
export interface Shift {
  cards: number[];
  from: string;
  to: string;
}

/** The least, the quartiles and the greatest of some numbers. */
export interface Spread {
  least: number;
  lower: number;
  median: number;
  upper: number;
  most: number;
}

/** The play has gone on since: how it is now. */
export interface StaleBody {
  error: ErrorDetail;
  view: View;
}

/** Every game that there is, played or not, in the order to show them in. */
export interface Statistics {
  games: GameStatistics[];
}

/** What happens at one time, and why: the player's own move or a consequence of it. */
export interface Step {
  cause: "move" | "turn_up" | "fill";
  shifts: Shift[];
  flips: Flip[];
}

/** Runs of plays won, or not won (then `current` is negative): the one now, the longest won, the longest not. */
export interface Streak {
  current: number;
  best: number;
  worst: number;
}

/** The whole time a play has taken. */
export interface Time {
  played_ms: number;
}

/** Time played since it was last handed over. */
export interface TimeRequest {
  played_ms: number;
}

/** The deals of a day; `until` is when the day ends, by ISO 8601, in UTC. */
export interface Today {
  day: string;
  until: string;
  games: TodayGame[];
}

/**
 * The deal of the day of one game. `number` is there when it is `known`.
 *
 * `looking`: it is being looked for; `none`: winnable deals are unknown or too rare; `not_known`: it can't be
 * looked for just now. `players` have played it, `solved` of them won, in so many `moves`; `bars` says how many in
 * how many, the least first, and is empty until enough have won.
 */
export interface TodayGame {
  game: string;
  state: "known" | "looking" | "none" | "not_known";
  number: string | null;
  players: number;
  solved: number;
  moves: Spread | null;
  bars: Bar[];
  play: TodayPlay | null;
}

/** The player's own play of a day's deal: the one first won, else the last one touched. */
export interface TodayPlay {
  id: string;
  won: boolean;
  moves: number;
}

/**
 * The whole play. A card in `piles` (ids, bottom to top) without a face lies face down.
 *
 * `number` is the deal's; when the deal was given as text it is null and `deal` is that text. `shown`: a proven
 * line was shown before the play was won; it counts as no win.
 */
export interface View {
  revision: number;
  status: "open" | "won" | "stuck";
  stock: number;
  faces: Record<string, string>;
  choices: Choice[];
  marks: Record<string, Mark>;
  counts: Counts;
  idle: number;
  undo: boolean;
  redo: boolean;
  forward: boolean;
  finish: boolean;
  played_ms: number;
  id: string;
  game: string;
  version: number;
  number: string | null;
  deal: string | null;
  piles: Record<string, number[]>;
  hints: Hints;
  shown: boolean;
}

/**
 * So many random deals of a game were found to be winnable, lost, and not decided.
 *
 * `promised`: winnable ones are frequent enough to be asked for.
 */
export interface Winnable {
  won: number;
  lost: number;
  unknown: number;
  promised: boolean;
}

/** One text in each language. */
export interface Words {
  de: string;
  en: string;
}

/**
 * A change to a play at the revision that the page has seen.
 *
 * `played_ms` is the time played since it was last handed over.
 */
export interface WriteRequest {
  revision: number;
  played_ms?: number;
}
