/**
 * What the answers to questions about a play are in words, and what can be done about them.
 *
 * @typedef {import('./types').Say} Say
 * @typedef {import('./types').Game} Game
 * @typedef {import('./ask.js').Answers} Answers
 * @typedef {import('./aside.js').Act} Act
 * @typedef {object} Told
 * @property {Say} t
 * @property {Game} game
 * @property {string} lang
 * @property {(kind: import('./knowledge.js').Inquiry, title: string, words?: string, acts?: Act[], meaning?: string) => void} tell
 * @property {(move: string) => string} point
 * @property {(what: 'undo' | {head: number}) => void} command
 * @property {(what: import('./knowledge.js').Inquiry) => void} ask
 */
import {SIGNS} from './ask.js';
import {capital, cardName} from './speech.js';
import {traceWords} from './tracing.js';

export const ANSWERED = {
  /** @param {Answers['advice']} answer @param {Told} o */
  hint({move, reason, chance}, {t, lang, tell, point, command, ask}) {
    if (!move) { tell('hint', t('hint.nothing'), t('hint.nothing_more'), [{tool: 'undo', words: t('tool.undo'), icon: 'undo', act: () => command('undo')}]); return; }
    const words = point(move), likely = chance === null ? '' : t('hint.chance', {value: percent(chance, null, lang).value});
    tell('hint', words, [`${reasonWords(t, reason)}.`, likely].filter(part => part.length > 1).join(' '), [{tool: 'oracle', words: t('knows.oracle'), icon: SIGNS.oracle, act: () => ask('oracle')}]);
  },

  /** @param {Answers['oracle']} answer @param {Told} o */
  oracle({verdict, move}, {t, tell, point, ask}) {
    if (move) tell('oracle', point(move), t('oracle.leads_on'));
    else if (verdict === 'lost') tell('oracle', t('oracle.lost'), t('oracle.lost_more'), [{tool: 'lost', words: t('knows.lost'), short: t('trace.where'), icon: SIGNS.lost, act: () => ask('lost')}]);
    else tell('oracle', t('oracle.unknown'), t('oracle.unknown_more'));
  },

  /** @param {Answers['chance']} answer @param {Told} o */
  chance({value, margin, method}, {t, lang, tell}) {
    const means = t(`chance.means_${method ?? 'none'}`);
    if (value === null) { tell('chance', t('chance.unknown'), means); return; }
    const {value: share, margin: give, range} = percent(value, margin, lang);
    tell('chance', range ? t('chance.between', {value: share, ...range}) : give ? t('chance.about', {value: share, margin: give}) : t('chance.exactly', {value: share}), means);
  },

  /** @param {Answers['lost']} answer @param {Told} o */
  lost(answer, {t, game, lang, tell, command}) {
    const {title, more: words, back} = traceWords(t, game, lang, answer);
    tell('lost', title, words, back === null ? [] : [{tool: 'goto', words: t(back ? 'trace.back_to' : 'trace.back_to_deal', {n: back}), short: back ? t('strip.move', {n: back}) : t('trace.deal'), icon: 'undo', act: () => command({head: back})}]);
  },
};

/** Why: cards in it are called by their names. @param {Say} t @param {{code: string, params?: Record<string, string>} | null} reason */
export function reasonWords(t, reason) {
  if (!reason) return '';
  const params = Object.fromEntries(Object.entries(reason.params ?? {}).map(([name, value]) => [name, name === 'card' ? cardName(t, value) : value]));
  return capital(t(`advice.${reason.code}`, params));
}

/**
 * A share in per cent, in the language's own form: few digits, as many as its margin bears.
 * @param {number} value 0 to 1 @param {number | null} margin @param {string} lang
 * @returns {{value: string, margin: string | null, range: {low: string, high: string} | null}} `range`: what value and margin come to, where the margin reaches below nothing or beyond all
 */
export function percent(value, margin, lang) {
  const fine = margin === null ? value > 0 && value < 0.1 : margin < 0.01, one = margin === 0 && (value === 0 || value === 1) ? 0 : fine ? 1 : 0;
  const form = (/** @type {number} */ x) => (100 * x).toLocaleString(lang, {minimumFractionDigits: one, maximumFractionDigits: one});
  const range = margin && (value < margin || value + margin > 1) ? {low: form(Math.max(0, value - margin)), high: form(Math.min(1, value + margin))} : null;
  return {value: form(value), margin: margin ? form(margin) : null, range};
}
