// What went wrong, in words.

import {Away, Refusal} from './net.js';

/** @param {unknown} error @param {import('./types').Say} t @returns {string} */
export function errorText(error, t) {
  if (error instanceof Away) return t('app.late');
  if (!(error instanceof Refusal)) return String(error);
  const key = `error.${error.code}`, words = t(key, error.params);
  return words === key ? error.message : words;
}
