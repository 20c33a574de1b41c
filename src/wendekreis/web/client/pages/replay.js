// A play, move by move: one's own, or one that a link carries. From any position it can be gone on with as a new play.

import {grouped} from "../play/bars.js";
import {handOn, replayLink, unpacked} from "../play/share.js";
import {openLink} from "../play/dialogs.js";
import {shareQuery} from "../play/state.js";
import {errorText} from "../play/net.js";
import {h} from "../table/dom.js";
import {icon} from "../table/icons.js";
import {link, masthead, nameOf, patiently} from "./furniture.js";
import {createPlayer} from "./player.js";

/** @import {Context} from "../play/types" */
/** @import {Replay} from "../wire" */

const ROOM = 330;            // px beside the table: head, title, buttons
const PHONE = {width: 520, room: 250, tall: 1.3};   // there the buttons below may be scrolled to: the cards are small enough

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts: t, games, api} = context, id = decodeURIComponent(location.pathname.split("/")[2] ?? ""), game = games.find(g => g.id === id);
  if (!game) throw new RangeError(`no game ${id}`);                  // the router has looked
  const gone = new AbortController(), waiting = h("p", "quiet", t("replay.loading")), content = h("div", "replay", waiting), name = nameOf(game, context);
  const title = h("h1", "page-title", t("replay.of", {game: name})), main = h("main", "", title, content);
  main.id = "content";
  document.title = `${t("replay.of", {game: name})} · ${t("app.name")}`;
  root.replaceChildren(h("div", "page", masthead(context, "/replay"), main));
  /** @type {ReturnType<typeof createPlayer> | null} */
  let player = null;
  const query = new URLSearchParams(location.search), own = query.get("play");

  /** @returns {Promise<Replay>} */
  async function fetched() {
    if (own) return api.get(`/api/plays/${encodeURIComponent(own)}/replay`);
    const moves = await unpacked(location.hash.slice(1));
    if (moves === null) throw new Error(t("error.no_replay"));
    const number = query.get("number"), deal = query.get("deal");
    return api.post("/api/replay", {game: id, moves, ...(number ? {number} : {deal: deal ?? ""})});
  }

  async function fill() {
    if (!game) return;
    try {
      const {view, frames, head, own: mine} = await patiently(context, waiting, fetched, gone.signal);
      if (gone.signal.aborted) return;
      const moves = frames.map(f => f.move), told = h("p", "failure"), note = h("p", "quiet");
      told.setAttribute("role", "alert");
      told.hidden = true;
      note.setAttribute("role", "status");
      const made = player = createPlayer(context, game, view, frames, {height: width => Math.max(260, innerHeight - ROOM, width < PHONE.width ? Math.min(width * PHONE.tall, innerHeight - PHONE.room) : 0), scrub: true, at: Number(query.get("at") ?? 0) || 0});
      /** @param {string} cls @param {import("../table/icons").IconName} sign @param {string} words @param {() => void} act */
      const button = (cls, sign, words, act) => { const b = h("button", `btn ${cls}`, icon(sign), h("span", "", words)); b.type = "button"; b.addEventListener("click", act); return b; };
      const facts = h("p", "quiet", view.number === null ? t("fact.own_deal") : t("fact.number", {number: grouped(view.number)}));
      if (mine && head < frames.length) facts.append(` · ${t("replay.taken_back", {n: head + 1})}`);
      const goOn = button("primary", "play", t("replay.from_here"), async () => {
        goOn.disabled = true;
        const before = moves.slice(0, made.at).join(" ");
        try {
          const begun = await api.post("/api/plays", {game: game.id, ...(view.number === null ? {deal: `${view.deal} | ${before}`} : {number: view.number, moves: before})});
          context.go(`/play/${encodeURIComponent(game.id)}?play=${encodeURIComponent(begun.id)}`);
        } catch (error) { told.hidden = false; told.textContent = errorText(error, t); goOn.disabled = false; }
      });
      goOn.title = t("replay.from_here_means");
      const share = button("outline", "link", t("tool.share"), async () => {
        const url = await replayLink(game, view, moves), done = await handOn({url});
        note.textContent = done === "copied" ? t("share.copied") : "";
        if (done === "no") openLink(context, url);
      });
      const open = mine ? link(context, `/play/${encodeURIComponent(game.id)}?play=${encodeURIComponent(own ?? "")}`, "btn outline", t("replay.here"))
        : link(context, `/play/${encodeURIComponent(game.id)}?${shareQuery(view)}`, "btn outline", t("replay.play_deal"));
      content.replaceChildren(facts, made.element, told, h("div", "row", goOn, open, share, note), h("p", "quiet", t("replay.from_here_means")));
    } catch (error) {
      if (gone.signal.aborted) return;
      const words = h("p", "failure", errorText(error, t).replace(/^Error: /, ""));
      words.setAttribute("role", "alert");
      content.replaceChildren(words, h("p", "", link(context, `/play/${encodeURIComponent(game.id)}`, "btn primary", icon("play"), t("rules.play", {game: name}))));
    }
  }
  void fill();
  return () => { gone.abort(); player?.stop(); };
}
