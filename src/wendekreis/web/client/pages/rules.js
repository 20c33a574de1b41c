// A game's rules: the server's text, with its figures drawn as tables.

import {h} from "../table/dom.js";
import {icon} from "../table/icons.js";
import {Refusal, errorText} from "../play/net.js";
import {link, masthead, nameOf, patiently, picture, viewIn} from "./furniture.js";
import {createPlayer} from "./player.js";

/** @import {Context} from "../play/types" */

/** The height that a figure of this width may take: a phone's is upright. @param {number} width */
const figureHeight = width => (width < 520 ? width * 1.35 : width * 0.66);

/**
 * Rules are cited by number: give each item its number as an id, and let it count on after a figure.
 * @param {Element} article
 */
function numbered(article) {
  for (const list of article.querySelectorAll("ol"))
    [...list.children].forEach((item, i) => { item.id = `rule-${list.start + i}`; });
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts, games, lang, api} = context;
  const id = decodeURIComponent(location.pathname.split("/")[2] ?? ""), game = games.find(g => g.id === id);
  /** @type {(() => void)[]} */
  const stops = [];
  const gone = new AbortController(), told = h("p", "quiet", texts("rules.loading")), article = h("article", "rules", told), main = h("main", "", article);
  main.id = "content";

  const shelf = h("nav", "shelf");
  shelf.setAttribute("aria-label", texts("rules.games"));
  for (const g of games) {
    const a = link(context, `/rules/${g.id}`, "btn", nameOf(g, context));
    if (g === game) a.setAttribute("aria-current", "page");
    shelf.append(a);
  }
  root.replaceChildren(h("div", "page text", masthead(context, location.pathname), shelf, main));

  async function fill() {
    if (!game) return;                                               // the router has looked
    document.title = `${texts("rules.of", {game: nameOf(game, context)})} · ${texts("app.name")}`;
    try {
      const {html} = await patiently(context, told, () => api.get(`/api/rules/${game.id}/${lang}`), gone.signal);
      if (gone.signal.aborted) return;
      article.innerHTML = html;
    } catch (error) {
      if (gone.signal.aborted) return;
      article.replaceChildren(h("h1", "", nameOf(game, context)), h("p", "", error instanceof Refusal && error.status === 404 ? texts("rules.missing") : errorText(error, texts)));
      return;
    }
    numbered(article);
    for (const figure of article.querySelectorAll("figure[data-view]")) {
      const view = viewIn(figure), box = h("div", "drawing"), lit = figure instanceof HTMLElement ? figure.dataset.lit?.split(",") : [];
      figure.prepend(box);
      const frames = figure instanceof HTMLElement && figure.dataset.frames;
      if (view && frames) {
        const example = createPlayer(context, game, /** @type {any} */ (view), JSON.parse(frames), {height: figureHeight, snug: true}), name = texts("player.example");
        example.element.setAttribute("role", "group");
        example.element.setAttribute("aria-label", name);
        box.replaceWith(example.element);
        stops.push(example.stop);
      } else if (view) stops.push(picture(box, context, game, view, {height: figureHeight, lit}));
    }
    article.append(h("p", "onward", link(context, `/play/${game.id}`, "btn primary", icon("play"), texts("rules.play", {game: nameOf(game, context)}))));
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }
  void fill();

  return () => {
    gone.abort();
    for (const stop of stops) stop();
  };
}
