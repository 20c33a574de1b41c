/**
 * What can be handed on of a play: its deal, its result, its moves. A link to moves carries them itself, packed behind its #, so
 * that it needs neither an account nor a place on a server.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').Game} Game
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {openDialog, openLink} from './dialogs.js';
import {grouped} from './bars.js';
import {shareQuery} from './state.js';
import {errorText} from './net.js';

/** @param {Uint8Array} bytes */
const toText = bytes => btoa(Array.from(bytes, b => String.fromCharCode(b)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
/** @param {string} text */
const toBytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
/** @param {Uint8Array} bytes @param {TransformStream<any, any> | CompressionStream | DecompressionStream} through */
const pass = async (bytes, through) => new Uint8Array(await new Response(new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (through))).arrayBuffer());

/** Moves as a short text for an address. @param {string[]} moves @returns {Promise<string>} */
export async function packed(moves) {
  const bytes = new TextEncoder().encode(moves.join(' '));
  return typeof CompressionStream === 'undefined' ? `m${toText(bytes)}` : `z${toText(await pass(bytes, new CompressionStream('deflate-raw')))}`;
}

/** The moves in such a text, as one line. Null: there are none in it. @param {string} text @returns {Promise<string | null>} */
export async function unpacked(text) {
  try {
    const bytes = toBytes(text.slice(1)), plain = text[0] === 'z' ? await pass(bytes, new DecompressionStream('deflate-raw')) : text[0] === 'm' ? bytes : null;
    return plain && new TextDecoder('utf-8', {fatal: true}).decode(plain);
  } catch { return null; }
}

/** @param {Game} game @param {{number: string | null, deal: string | null}} of @param {string[]} moves */
export const replayLink = async (game, of, moves) => `${location.origin}/replay/${encodeURIComponent(game.id)}?${shareQuery(/** @type {any} */ (of))}#${await packed(moves)}`;

/** Hands it to the device's own way to share; else copies it. @param {{text?: string, url: string}} what @returns {Promise<'shared' | 'copied' | 'no'>} */
export async function handOn({text, url}) {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try { await navigator.share({...(text ? {text} : {}), url}); return 'shared'; } catch (error) { if (error instanceof DOMException && error.name === 'AbortError') return 'shared'; }
  }
  try { await navigator.clipboard.writeText(text ? `${text} ${url}` : url); return 'copied'; } catch { return 'no'; }
}

/**
 * @param {Context} context @param {Game} game
 * @param {{id: string, number: string | null, deal: string | null, won: boolean, moves: number, time: string | null}} play
 */
export function openShare(context, game, play) {
  const {texts: t, lang, api} = context, told = h('p', 'quiet'), list = h('ul', 'shares');
  told.setAttribute('role', 'status');
  const dealLink = `${location.origin}/play/${encodeURIComponent(game.id)}?${shareQuery(/** @type {any} */ (play))}`;
  const deal = play.number === null ? t('fact.own_deal') : t('fact.number', {number: grouped(play.number)}), name = /** @type {any} */ (game.names)[lang];
  const result = t(play.won ? 'share.result_won' : play.moves === 1 ? 'share.result_open_one' : 'share.result_open', {game: name, deal, moves: play.moves, time: play.time ?? ''}).replace(/, \.$/, '.');
  /** @param {string} words @param {string} meaning @param {() => Promise<{text?: string, url: string}>} make */
  const way = (words, meaning, make) => {
    const b = h('button', 'btn outline', icon('link'), h('span', '', words));
    b.type = 'button';
    b.addEventListener('click', async () => {
      try {
        const what = await make(), done = await handOn(what);
        told.textContent = done === 'copied' ? t('share.copied') : '';
        if (done === 'no') openLink(context, what.text ? `${what.text} ${what.url}` : what.url);
      } catch (error) { told.textContent = errorText(error, t); }
    });
    list.append(h('li', '', b, h('p', 'meaning', meaning)));
  };
  way(t('share.deal'), t('share.deal_means'), async () => ({url: dealLink}));
  if (play.moves) {
    way(t('share.result'), result, async () => ({text: result, url: dealLink}));
    way(t('share.replay'), t('share.replay_means'), async () => {
      const {frames} = await api.get(`/api/plays/${encodeURIComponent(play.id)}/replay`);
      return {url: await replayLink(game, play, frames.map((/** @type {{move: string}} */ f) => f.move))};
    });
  }
  return openDialog(context, 'share', t('share.title'), list, told);
}
