/**
 * What can wait until the page stands: the service worker, and whether the view that is kept for the time without a network is
 * still this player's.
 */
import {Refusal} from './play/net.js';
import {forget, kept} from './play/kept.js';

/** @param {import('./play/types').Api} api */
export async function install(api) {
  navigator.serviceWorker?.register('/service-worker.js', {updateViaCache: 'none'}).catch(() => { /* then the page needs a network, as before */ });
  const play = kept()?.id;
  if (play) await api.get(`/api/plays/${encodeURIComponent(play)}`).catch(error => { if (error instanceof Refusal) forget(); });
}
