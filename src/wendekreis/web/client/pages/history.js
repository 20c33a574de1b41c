// All plays of this browser, the last one touched first; each can be opened and replayed. And all of them as a file, out and in.

import {clockText} from "../play/clock.js";
import {grouped} from "../play/bars.js";
import {Refusal, errorText} from "../play/net.js";
import {h, svg} from "../table/dom.js";
import {icon} from "../table/icons.js";
import {counted, figures} from "./figures.js";
import {link, masthead, nameOf, patiently} from "./furniture.js";

/** @import {Context} from "../play/types" */
/** @import {History, HistoryRow} from "../wire" */

const SAVE = '<path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 16v4h15v-4" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>';
const PART = {lines: 100, size: 400_000};   // of a file at a time: a server takes somewhat more

/** A file's lines in parts that can be sent. A line that is too long for one is told by its number. @param {string} text @returns {{first: number, lines: string[]}[] | number} */
export function parts(text) {
  const found = [], lines = text.trimEnd().split(/\r?\n/);
  let part = {first: 1, lines: /** @type {string[]} */ ([])}, size = 0;
  for (const [i, line] of lines.entries()) {
    const length = new TextEncoder().encode(JSON.stringify(line)).length + 1;
    if (length > PART.size) return i + 1;
    if (part.lines.length && (part.lines.length >= PART.lines || size + length > PART.size)) { found.push(part); part = {first: i + 1, lines: []}; size = 0; }
    part.lines.push(line);
    size += length;
  }
  found.push(part);
  return found;
}

/** What is wrong with a file, in words. @param {unknown} error @param {Context["texts"]} t */
export function fileTrouble(error, t) {
  if (!(error instanceof Refusal) || error.code !== "bad_record" || !error.params.line) return errorText(error, t);
  const why = `error.${error.params.why}`, words = t(why, error.params), own = error.message.replace(/^line \d+: /, "");
  return t("history.bad_line", {line: error.params.line, why: error.params.why === "bad_record" || words === why ? own : words});
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts: t, games, api, lang} = context, f = figures(lang), gone = new AbortController();
  const list = h("ol", "history"), shelf = h("nav", "shelf"), told = h("p", "quiet", t("history.loading")), empty = h("div", "nothing"), more = h("button", "btn outline", t("history.more"));
  more.type = "button";
  more.hidden = true;
  told.setAttribute("role", "status");
  shelf.setAttribute("aria-label", t("rules.games"));
  /** @type {string | null} */
  let game = new URLSearchParams(location.search).get("game"), next = /** @type {string | null} */ (null);
  let loading = new AbortController();

  /** @param {HistoryRow} row */
  function entry(row) {
    const of = games.find(g => g.id === row.game), name = of ? nameOf(of, context) : row.game, deal = row.number === null ? t("fact.own_deal") : t("fact.number", {number: grouped(row.number)});
    const result = row.won ? (row.shown ? "result_shown" : "won") : row.status === "stuck" ? "stuck" : "open", own = row.won && !row.shown;
    const sign = h("span", "end", icon(own ? "won" : row.status === "stuck" ? "lost" : "open"), t(`history.${result}`)), when = `${f.date(row.updated)}, ${f.hour(row.updated)}`;
    sign.dataset.s = own ? "won" : row.status === "stuck" ? "lost" : "open";
    const notes = [...(row.counts ? [] : [t("history.began_middle")]), ...(row.brought ? [t("history.brought")] : []), ...(row.here ? [] : [t("history.gone")])];
    const time = h("span", "", clockText(row.played_ms)), facts = h("p", "", sign, ` · ${counted(t, "history.moves", row.moves, f)} · `, time, ...notes.map(n => h("small", "", ` · ${n}`)));
    const ways = h("div", "row");
    if (of && row.here) {
      const id = encodeURIComponent(row.id), open = link(context, `/play/${encodeURIComponent(of.id)}?play=${id}`, "btn", t("history.open_it")), again = link(context, `/replay/${encodeURIComponent(of.id)}?play=${id}`, "btn outline", icon("play"), h("span", "", t("history.again")));
      for (const a of [open, again]) a.setAttribute("aria-label", `${a.textContent}: ${name}, ${deal}, ${when}`);
      const share = h("button", "btn", icon("link"), h("span", "", t("history.share")));
      share.type = "button";
      share.setAttribute("aria-haspopup", "dialog");
      share.setAttribute("aria-label", `${t("history.share")}: ${name}, ${deal}, ${when}`);
      share.addEventListener("click", () => void handOut(of, row));
      ways.append(again, open, share);
    }
    return h("li", "", h("div", "what", h("h2", "", name, " ", h("span", "", deal)), facts, h("p", "when", when)), ways);
  }

  /** What can be handed on of a play: its deal, when it has no number, is asked for first. @param {import("../play/types").Game} of @param {HistoryRow} row */
  async function handOut(of, row) {
    try {
      const [{openShare}, view] = await Promise.all([import("../play/share.js"), row.number === null ? api.get(`/api/plays/${encodeURIComponent(row.id)}`) : null]);
      if (gone.signal.aborted || document.querySelector("dialog[open]")) return;
      openShare(context, of, {id: row.id, number: row.number, deal: view?.deal ?? null, won: row.won && !row.shown, moves: row.moves, time: clockText(row.played_ms)});
    } catch (error) { if (!gone.signal.aborted) told.textContent = errorText(error, t); }
  }

  /** @param {boolean} anew */
  async function load(anew) {
    loading.abort();
    const {signal} = loading = new AbortController(), wanted = [...(game ? [`game=${encodeURIComponent(game)}`] : []), ...(!anew && next ? [`after=${next}`] : [])].join("&");
    try {
      /** @type {History} */
      const page = await patiently(context, told, () => api.get(`/api/history${wanted ? `?${wanted}` : ""}`), signal);
      if (signal.aborted) return;
      const rows = page.plays.map(entry);
      if (anew) list.replaceChildren(...rows); else list.append(...rows);
      if (!anew) rows[0]?.querySelector("a")?.focus();
      next = page.next;
      more.hidden = next === null;
      told.textContent = list.children.length ? t("history.intro") : t("history.nothing");
      empty.hidden = list.children.length > 0;
      told.classList.toggle("visually-hidden", !empty.hidden);
      if (!game) shelf.hidden = !empty.hidden;
    } catch (error) {
      if (!signal.aborted) told.textContent = errorText(error, t);
    }
  }
  /** @param {string | null} wanted @param {string} words */
  const filter = (wanted, words) => {
    const b = h("button", "btn", words);
    b.type = "button";
    b.setAttribute("aria-pressed", String(game === wanted));
    b.addEventListener("click", () => { game = wanted; for (const other of shelf.children) other.setAttribute("aria-pressed", String(other === b)); void load(true); });
    return b;
  };
  shelf.append(filter(null, t("history.all")), ...games.map(g => filter(g.id, nameOf(g, context))));
  more.addEventListener("click", () => void load(false));

  const save = h("a", "btn outline", icon("link"), h("span", "", t("history.export"))), file = h("input"), choose = h("label", "btn outline file", icon("new"), h("span", "", t("history.import")), file), state = h("p", "quiet");
  save.href = "/api/export";
  save.download = "wendekreis.jsonl";
  save.replaceChild(svg(SAVE, "", "0 0 24 24"), /** @type {Node} */ (save.firstChild));
  file.type = "file";
  file.accept = ".jsonl,.ndjson,.json,.txt";
  state.setAttribute("role", "status");
  const stay = (/** @type {Event} */ event) => event.preventDefault();   // who leaves in the middle is asked
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const focused = document.activeElement === file;                // a field that is shut loses it
    addEventListener("beforeunload", stay);
    file.disabled = true;
    state.classList.remove("failure");
    try {
      const all = parts(await chosen.text());
      if (typeof all === "number") throw new RangeError(t("history.too_large", {line: all}));
      const of = all.reduce((n, part) => n + part.lines.length, 0), sum = {added: 0, known: 0};
      for (const check of [true, false]) for (const {first, lines} of all) {   // nothing is changed before all of it is known to be right
        state.textContent = t(check ? "history.checking" : "history.importing", {n: f.whole(first + lines.length - 1), of: f.whole(of)});
        const {added, known} = await api.post("/api/import", {lines, first, check});
        if (!check) { sum.added += added; sum.known += known; }
        if (gone.signal.aborted) return;
      }
      state.textContent = `${[counted(t, "history.imported", sum.added, f), ...(sum.known ? [counted(t, "history.known", sum.known, f)] : [])].join(", ")}.`;
      void load(true);
    } catch (error) {
      state.textContent = error instanceof RangeError ? error.message : fileTrouble(error, t);
      state.classList.add("failure");
    } finally { removeEventListener("beforeunload", stay); file.disabled = false; file.value = ""; if (focused && document.activeElement === document.body) file.focus(); }
  });
  const files = h("section", "files", h("h2", "", t("history.files")), h("p", "means", t("history.file_means")), h("div", "row", save, choose), state);
  const begin = h("ul", "ways", ...games.map((g, i) => h("li", "", link(context, `/play/${encodeURIComponent(g.id)}`, i ? "btn outline" : "btn primary", icon("play"), h("span", "", nameOf(g, context))))));
  empty.append(icon("history"), h("h2", "", t("history.nothing")), h("p", "", t("history.nothing_text")), begin);
  empty.hidden = true;
  const main = h("main", "", h("h1", "page-title", t("nav.history")), shelf, told, empty, list, more, files);
  main.id = "content";
  root.replaceChildren(h("div", "page text", masthead(context, "/history"), main));
  void load(true);
  return () => { gone.abort(); loading.abort(); };
}
