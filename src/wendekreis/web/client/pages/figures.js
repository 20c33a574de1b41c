// Numbers, shares, times and dates in the player's language.

import {clockText} from "../play/clock.js";

/** @import {Context, Lang} from "../play/types" */

const LOCALES = {de: "de-DE", en: "en-GB"};
const NONE = "–";

/** @param {Lang} lang */
export function figures(lang) {
  const locale = LOCALES[lang], whole = new Intl.NumberFormat(locale), tenths = new Intl.NumberFormat(locale, {maximumFractionDigits: 1});
  const date = new Intl.DateTimeFormat(locale, {day: "numeric", month: "short", year: "numeric"}), hour = new Intl.DateTimeFormat(locale, {hour: "2-digit", minute: "2-digit"});
  /** @param {number} n @param {string} unit */
  const long = (n, unit) => new Intl.NumberFormat(locale, {style: "unit", unit, unitDisplay: "long"}).format(n);
  return {
    /** @param {number} n */
    whole: n => whole.format(n),
    /** A mean: with one decimal where it has one. @param {number | null} n */
    mean: n => (n === null ? NONE : tenths.format(n)),
    /** A share, with as many decimals as so many cases bear: never 100 % unless it is all of them. @param {number} part @param {number} of */
    share: (part, of) => {
      if (!of) return NONE;
      let digits = of < 100 || !part || part === of ? 0 : of < 1000 ? 1 : 2;
      while (part > 0 && part < of && digits < 9 && ["0", "100"].includes(String(Number((part / of * 100).toFixed(digits))))) digits++;
      return new Intl.NumberFormat(locale, {style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits}).format(part / of);
    },
    /** A share of which some cases are undecided: one number where they hardly count. @param {number} least @param {number} most @param {number} of */
    between(least, most, of) {
      const low = this.share(least, of), high = this.share(most, of), sign = high.replace(/[\d.,]+/, "");
      return low === high ? low : `${low.replace(sign, "")}–${high}`;
    },
    /** @param {number | null} ms */
    time: ms => (ms === null ? NONE : clockText(ms)),
    /** A time as it is spoken: a clock's colon says nothing to the ear. @param {number} ms */
    spoken: ms => {
      const s = Math.floor(ms / 1000), parts = [[Math.floor(s / 3600), "hour"], [Math.floor(s / 60) % 60, "minute"], [s % 60, "second"]];
      const said = parts.filter(([n]) => n).map(([n, unit]) => long(Number(n), String(unit)));
      return said.join(" ") || long(0, "second");
    },
    /** About how long: whole minutes, or hours and minutes. @param {number} ms */
    about: ms => {
      const m = Math.max(1, Math.round(ms / 60_000)), short = (/** @type {number} */ n, /** @type {string} */ unit) => new Intl.NumberFormat(locale, {style: "unit", unit, unitDisplay: "short"}).format(n);
      return m < 60 ? short(m, "minute") : `${short(Math.floor(m / 60), "hour")}${m % 60 ? ` ${short(m % 60, "minute")}` : ""}`;
    },
    /** @param {string} iso */
    date: iso => date.format(new Date(iso)),
    /** @param {string} iso */
    hour: iso => hour.format(new Date(iso)),
  };
}

/** @typedef {ReturnType<typeof figures>} Figures */

/** The text for a count: `key_one` for one, else `key`. @param {Context["texts"]} texts @param {string} key @param {number} n @param {Figures} f */
export const counted = (texts, key, n, f) => texts(n === 1 ? `${key}_one` : key, {n: f.whole(n)});
