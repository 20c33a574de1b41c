/**
 * Asks for what the page will show while its modules are on their way: texts, games, the table's play. No module itself, so that
 * it runs as soon as it is here. Whoever wants an answer takes it, once; who gets none asks the server.
 */
(() => {
  const LANG = 'wendekreis.lang', LANGS = /** @type {import('./play/types').Lang[]} */ (['de', 'en']);

  /** @param {string} key */
  function read(key) { try { return localStorage.getItem(key); } catch { return null; } }

  const query = new URLSearchParams(location.search);
  const early = globalThis.early = {
    /** The address says it, or an earlier choice, or the browser. @returns {import('./play/types').Lang} */
    lang() {
      const wanted = [new URLSearchParams(location.search).get('lang'), read(LANG), ...navigator.languages.map(l => l.slice(0, 2))];
      return LANGS.find(l => l === wanted.find(a => LANGS.includes(/** @type {any} */ (a)))) ?? 'en';
    },

    /** @param {import('./play/types').Lang} lang */
    keepLang(lang) { try { localStorage.setItem(LANG, lang); } catch { /* then it holds for this page only */ } },

    /** @type {Map<string, Promise<Response>>} by address of the API, or `play GAME` */
    asked: new Map(),
  };

  /** @param {string} what @param {string} path @param {RequestInit} [init] */
  function ask(what, path, init) {
    const answer = fetch(path, {credentials: 'same-origin', ...init}).then(async r => r.ok ? r : new Response(await r.text(), r));   // no refusal keeps its connection because nobody takes it
    answer.catch(() => {});                                        // whoever takes it is told
    early.asked.set(what, answer);
  }

  for (const path of [`/api/texts/${early.lang()}`, '/api/games']) ask(path, path);
  const [, page, game] = location.pathname.split('/');
  if (page !== 'play' || !game || query.has('deal')) return;
  const begun = query.get('play') ?? history.state?.play, number = query.get('number');
  if (begun) { if (!read(`wendekreis.write.${begun}`)) ask(`play ${game}`, `/api/plays/${encodeURIComponent(begun)}`); return; }
  if (number ? !/^\w+$/.test(number) : read('wendekreis.settings')?.includes('winnable')) return;   // what has to be looked at first is
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
  ask(`play ${game}`, '/api/plays', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({game, key, resume: true, ...number ? {number} : {}})});
})();
