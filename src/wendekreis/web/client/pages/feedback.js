// A way to tell the people who run a server what is amiss. Nothing is sent from here: the report is copied, details and all.

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

/** @param {Context} context */
export function feedback(context) {
  const {texts: t} = context, field = h("textarea", "field"), label = h("label", "", t("feedback.what")), told = h("p", "quiet"), copy = h("button", "btn outline", icon("link"), h("span", "", t("feedback.copy")));
  field.id = "feedback";
  field.rows = 4;
  label.htmlFor = field.id;
  copy.type = "submit";
  told.setAttribute("role", "status");
  const seen = h("pre", "", details(context).join("\n")), form = h("form", "feedback", label, field, h("details", "", h("summary", "", t("feedback.details")), seen), h("div", "row", copy, told));
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
