// A way to tell the people who run a server what is amiss. Nothing is sent from here: the report is copied, or goes as an
// e-mail through the player's own program where the server names an address (WENDEKREIS_CONTACT).

import {settings} from "../play/settings.js";
import {h} from "../table/dom.js";
import {icon} from "../table/icons.js";

/** @import {Context} from "../play/types" */

/** What is known of the page and the browser it is in. @param {Context} context */
export const details = ({lang, games}) => [
  navigator.userAgent, `${innerWidth} × ${innerHeight} @ ${devicePixelRatio}, ${lang}`,
  games.map(g => `${g.id} ${g.version}`).join(", "), JSON.stringify(settings()),
];

/** @param {string} message @param {string[]} lines @param {Date} when */
export const report = (message, lines, when) => `${message.trim()}\n\n-- \nWendekreis, ${when.toISOString().slice(0, 16)}Z\n${lines.join("\n")}\n`;

/** Where to write to, if the server says so: `mailto:…` or a page. @returns {string | null} */
const contact = () => document.querySelector('meta[name="contact"]')?.getAttribute("content") ?? null;

const MAIL = "mailto:";

/** An e-mail that is ready to be sent. @param {string} address `mailto:…` @param {string} text */
export const letter = (address, text) => `${address}?subject=Wendekreis&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;

/** What is to be done here: it depends on where one can write to. @param {Context} context */
export function invitation({texts: t}) {
  const address = contact();
  return t(address === null ? "feedback.text" : address.startsWith(MAIL) ? "feedback.text_mail" : "feedback.text_page");
}

/** The way to whoever runs the server. @param {Context["texts"]} t @param {() => string} text what an e-mail says */
function way(t, text) {
  const address = contact();
  if (address === null) return null;
  const mail = address.startsWith(MAIL), a = h("a", "btn outline", t(mail ? "feedback.mail" : "feedback.page"));
  a.href = address;
  if (mail) a.addEventListener("click", () => a.href = letter(address, text()));
  else Object.assign(a, {target: "_blank", rel: "noopener noreferrer"});    // what was written stays
  return a;
}

/** @param {Context} context */
export function feedback(context) {
  const {texts: t} = context, field = h("textarea", "field"), label = h("label", "", t("feedback.what")), told = h("p", "quiet"), copy = h("button", "btn outline", icon("link"), h("span", "", t("feedback.copy")));
  field.id = "feedback";
  field.rows = 4;
  field.maxLength = 4000;                                            // of more than that, mail programs leave out the end
  label.htmlFor = field.id;
  copy.type = "submit";
  told.setAttribute("role", "status");
  const to = way(t, () => report(field.value, details(context), new Date()));
  const seen = h("pre", "", details(context).join("\n")), form = h("form", "feedback", label, field, h("details", "", h("summary", "", t("feedback.details")), seen), h("div", "row", copy, ...(to ? [to] : []), told));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const text = report(field.value, details(context), new Date());
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = t("feedback.copied");
    } catch {
      field.value = text;                                            // then by hand
      field.focus();
      field.select();
      told.textContent = t("feedback.by_hand");
    }
  });
  return form;
}
