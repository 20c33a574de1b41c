// The settings by an address of their own: the start page, and over it the dialog that opens from the head of every page.

import {openSettings} from "../play/choices.js";
import {show as showStart} from "./start.js";

/** @import {Context} from "../play/types" */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const close = showStart(root, context), opener = () => /** @type {HTMLElement | null} */ (document.querySelector(".mast [data-page=settings]"));
  const dialog = openSettings(context, opener), {texts: t} = context;
  document.title = `${t("nav.settings")} · ${t("app.name")}`;
  let leaving = false;
  dialog.addEventListener("close", () => {
    if (leaving) return;
    history.replaceState(history.state, "", "/");                    // closed, this is the start page
    document.title = t("app.name");
    opener()?.focus();
  });
  return () => {
    leaving = true;
    dialog.close();
    close();
  };
}
