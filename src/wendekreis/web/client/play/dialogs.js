/**
 * What every dialog is, and the smallest of them, a link to copy. All are <dialog>: the browser keeps the focus inside and gives it back.
 *
 * @typedef {import('./types').Context} Context
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';

let serial = 0;

/**
 * An open dialog with a title and a button to close it.
 * @param {Context} context @param {string} cls @param {string} title @param {...Node} content
 */
export function openDialog({texts: t}, cls, title, ...content) {
  const id = `dialog-${++serial}`, heading = h('h2', '', title), close = h('button', 'btn close', icon('close'));
  const head = h('header', 'dialog-head', heading, close), dialog = h('dialog', `dialog ${cls}`.trim(), head, ...content);
  heading.id = id;
  dialog.setAttribute('aria-labelledby', id);
  close.type = 'button';
  close.setAttribute('aria-label', t('dialog.close'));
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', e => { if (e.target === dialog && outside(dialog, e)) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  (document.querySelector('.app') ?? document.body).append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} dialog @param {MouseEvent} e a click on the backdrop, not on the dialog's own padding */
function outside(dialog, e) {
  const r = dialog.getBoundingClientRect();
  return e.detail > 0 && (e.clientX < r.left || e.clientX > r.right || e.clientY < r.top || e.clientY > r.bottom);
}

/** A link that could not be copied, to be copied by hand. @param {Context} context @param {string} link */
export function openLink(context, link) {
  const field = h('input', 'field');
  field.readOnly = true;
  field.value = link;
  field.setAttribute('aria-label', context.texts('tool.copy'));
  const dialog = openDialog(context, 'link', context.texts('tool.copy'), field);
  field.focus();
  field.select();
  return dialog;
}
