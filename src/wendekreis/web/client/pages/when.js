// "Yesterday", "3 hours ago": when something was, in the player's language.

/** @import {Context} from "../play/types" */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/**
 * @param {string} iso
 * @param {Pick<Context, "lang" | "texts">} context
 * @param {number} [now] ms
 */
export function ago(iso, {lang, texts}, now = Date.now()) {
  const seconds = (now - Date.parse(iso)) / 1000;
  for (const [unit, length] of UNITS)
    if (seconds >= length) return new Intl.RelativeTimeFormat(lang, {numeric: "auto"}).format(-Math.floor(seconds / length), unit);
  return texts("start.just_now");
}
