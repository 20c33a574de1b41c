/**
 * Opens the page without a network. The server writes the version of its client, and its files, above this.
 *
 * A page always comes from the server, if there is one. Files come from what is kept only for a page of the very version that
 * they belong to, so that no page ever runs with another version's code; all other pages get theirs from the server. Of the
 * API only texts, rules and games are kept, which are the same for everybody and belong to the version; never a player's own.
 */
const worker = /** @type {any} */ (self);
/** @type {{version: string, files: Record<string, string>}} */
const {version, files} = worker.WENDEKREIS;
const PREFIX = 'wendekreis ', PAGES = 'wendekreis pages', HEADER = 'wendekreis-client';
const AWAY = [502, 503, 504];                                      // what a gateway says when the server is not there

/** Fetched one after the other: a page that has begun must not wait for it. */
async function install() {
  const cache = await caches.open(PREFIX + version);
  for (const [path, etag] of Object.entries(files)) {
    if (await cache.match(path)) continue;
    const response = await fetch(path, {cache: 'no-cache'});
    if (!response.ok || !response.headers.get('etag')?.includes(etag)) throw new Error(`${path} is of another version`);
    await cache.put(path, response);
  }
  const shell = await fetch('/', {cache: 'no-cache'});
  if (!shell.ok || shell.headers.get(HEADER) !== version) throw new Error('the page is of another version');
  await cache.put('/', shell);
  await worker.skipWaiting();
}

/** Forgets the pages that are closed, and the files of versions that no page has. */
async function tidy() {
  const pages = await caches.open(PAGES), wanted = new Set([PAGES, PREFIX + version]);
  for (const request of await pages.keys()) {
    const open = await worker.clients.get(new URL(request.url).pathname.slice(1));
    if (open) wanted.add(PREFIX + await (await pages.match(request))?.text()); else await pages.delete(request);
  }
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && !wanted.has(name)) await caches.delete(name);
}

/** @param {Request} request @param {string} id of the page that this becomes */
async function page(request, id) {
  let response = await fetch(request).catch(() => null);
  if (!response || AWAY.includes(response.status)) response = await (await caches.open(PREFIX + version)).match('/') ?? response;
  const own = response?.headers.get(HEADER);
  if (own && id) await (await caches.open(PAGES)).put(`/${id}`, new Response(own));
  return response ?? Response.error();
}

/** @param {Request} request @param {string} id of the page that asks */
async function file(request, id) {
  const own = await (await (await caches.open(PAGES)).match(`/${id}`))?.text(), name = PREFIX + own;
  const kept = own && await caches.has(name) && await (await caches.open(name)).match(new URL(request.url).pathname);
  return kept || fetch(request);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(tidy()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const {request, clientId, resultingClientId} = event, {pathname, origin} = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') { if (!pathname.startsWith('/api/')) event.respondWith(page(request, resultingClientId)); } else if (clientId && pathname in files) event.respondWith(file(request, clientId));
});
