// 24 × 24, stroke 1.8, round caps: drawn for this project.

import {svg} from "./dom.js";

/** @param {string} d @param {string} [extra] */
const I = (d, extra = "") => `<g fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${d}"/>${extra}</g>`;

export const ICONS = {
  undo: I("M9 6 4.5 10.5 9 15M5 10.5h9a5 5 0 0 1 0 10h-3"),
  redo: I("M15 6l4.5 4.5L15 15M19 10.5h-9a5 5 0 0 0 0 10h3"),
  hint: I("M9.5 18.5h5M10.5 21.5h3M12 2.8a6.2 6.2 0 0 0-3.6 11.2c.8.6 1.1 1.3 1.1 2.2h5c0-.9.3-1.6 1.1-2.2A6.2 6.2 0 0 0 12 2.8Z"),
  forward: I("M5 6.5v11l7-5.5zM12.5 6.5v11l7-5.5z"),
  new: I("M4.5 5.5h10v14h-10zM8 2.8h11.5v14M9.5 9.5v6M6.5 12.5h6"),
  restart: I("M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 3.8v4.9h4.9"),
  settings: I("M4 7.5h9M17.5 7.5H20M4 16.5h2.5M11 16.5h9", '<circle cx="15.2" cy="7.5" r="2.3"/><circle cx="8.8" cy="16.5" r="2.3"/>'),
  menu: I("M4 7h16M4 12h16M4 17h16"),
  help: I("M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.4 9.5A2.7 2.7 0 1 1 12 12.6v1.2M12 17v.1"),
  rules: I("M12 6.5C10 5 7.5 4.5 4 4.5v13c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-13c-3.5 0-6 .5-8 2ZM12 6.5v13"),
  about: I("M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5v.1"),
  statistics: I("M4 4v16h16M8.5 16.5v-4M13 16.5V8M17.5 16.5v-6"),
  today: I("M4.5 6h15v13.5h-15zM4.5 10.2h15M8.5 3.5v4M15.5 3.5v4"),
  history: I("M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 3.8v4.9h4.9M12 8v4.3l3 1.9"),
  home: I("M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10"),
  oracle: I("M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z"),
  chance: I("M12 3.2a8.8 8.8 0 1 0 8.8 8.8H12ZM15.5 3.6a8.8 8.8 0 0 1 4.9 4.9h-4.9Z"),
  trace: I("M3 18.5h18M6 16.5v4M18 16.5v4M12 15.2 8.9 9.6a3.6 3.6 0 1 1 6.2 0Z"),
  finish: I("M5.5 20.5v-17M5.5 4.5h12l-2.6 4 2.6 4h-12"),
  pause: I("M8.5 5.5v13M15.5 5.5v13"),
  back: I("M15 5l-7 7 7 7"),
  more: '<g fill="currentColor"><circle cx="5.5" cy="12" r="1.7"/><circle cx="12" cy="12" r="1.7"/><circle cx="18.5" cy="12" r="1.7"/></g>',
  globe: I("M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M5 7.5h14M5 16.5h14", '<ellipse cx="12" cy="12" rx="4" ry="9"/>'),
  close: I("M6 6l12 12M18 6 6 18"),
  play: I("M8 5.5v13l10.5-6.5z"),
  number: I("M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16"),
  link: I("M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 1 0-5.7-5.7L11.6 6.7M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 1 0 5.7 5.7l1.5-1.5"),
  check: I("M5 12.5l4.5 4.5L19 7.5"),
  go: I("M9 5l7 7-7 7"),
  warn: I("M12 4 21.5 20h-19zM12 10v4.5M12 17.3v.1"),
  won: '<circle cx="12" cy="12" r="10" fill="currentColor"/><path d="M7.5 12.5l3 3 6-6.5" fill="none" stroke="var(--surface)" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>',
  lost: '<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z" fill="currentColor"/><path d="M9 9l6 6M15 9l-6 6" stroke="var(--surface)" stroke-width="2.3" stroke-linecap="round"/>',
  open: '<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3.2 2.45"/><path d="M9.8 9.6a2.3 2.3 0 1 1 3.2 2.1c-.7.3-1 .8-1 1.6M12 16.4v.1" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>',
};

/** @typedef {keyof typeof ICONS} IconName */

/** @param {IconName} name @param {string} [cls] */
export const icon = (name, cls = "") => svg(ICONS[name], cls, "0 0 24 24");
