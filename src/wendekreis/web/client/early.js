/**
 * Asks for what the page will show while most of its modules are still on their way: texts, games, the table's play. It runs
 * before them, and imports the few that it needs. An answer is taken once; who asks again asks the server.
 *
 * @typedef {import('./play/types').Lang} Lang
 * @typedef {import('./play/types').Game} Game
 */
import {createApi} from './play/net.js';
import {openPlay, wantedHere} from './play/open.js';

const LANG = 'wendekreis.lang';
/** @type {Lang[]} */
const LANGS = ['de', 'en'];

/** @param {string} key */
function read(key) { try { return localStorage.getItem(key); } catch { return null; } }

/** The address says it, or an earlier choice, or the browser. @returns {Lang} */
export function langNow() {
  const wanted = [new URLSearchParams(location.search).get('lang'), read(LANG), ...navigator.languages.map(l => l.slice(0, 2))];
  return LANGS.find(l => l === wanted.find(a => LANGS.includes(/** @type {Lang} */ (a)))) ?? 'en';
}

/** @param {Lang} lang */
export function keepLang(lang) {
  try { localStorage.setItem(LANG, lang); } catch { /* then it holds for this page only */ }
}

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** @param {string} what @param {Promise<any>} answer */
function ask(what, answer) {
  answer.catch(() => {});                                          // whoever takes it is told
  asked.set(what, answer);
}

/** The answer that is on its way, if there is one. @param {string} what an address of the API, or `play GAME` @returns {Promise<any> | undefined} */
export function take(what) {
  const answer = asked.get(what);
  asked.delete(what);
  return answer;
}

/** The page has become another one: what was asked for is not what it needs, and grows old. */
export const forget = () => asked.clear();

const api = createApi(globalThis.fetch.bind(globalThis));
for (const path of [`/api/texts/${langNow()}`, '/api/games']) ask(path, api.get(path));
const [, page, id] = location.pathname.split('/');
if (page === 'play' && id) ask(`play ${id}`, openPlay(api, id, wantedHere(thisGame())));

/** @returns {Promise<Game>} */
function thisGame() {
  const game = Promise.resolve(asked.get('/api/games')).then(({games}) => {
    const found = /** @type {Game[]} */ (games).find(g => g.id === id);
    if (!found) throw new RangeError(`no game ${id}`);
    return found;
  });
  game.catch(() => {});                                            // the page itself says that there is no such game
  return game;
}
