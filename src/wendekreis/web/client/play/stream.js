/**
 * Questions that take a while: the server tells how far it has come as an event stream, then answers. Closing the connection
 * takes the question back.
 *
 * @typedef {{done: number, of: number | null, seconds: number}} Progress
 */
import {Away, Refusal} from './net.js';

/**
 * The events of a text/event-stream, one at a time, whatever the pieces that it arrives in.
 * @param {AsyncIterable<string>} pieces
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* events(pieces) {
  let rest = '';
  for await (const piece of pieces) {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      let event = 'message', data = '';
      for (const line of block.split('\n')) {
        const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
        if (name === 'event') event = value; else if (name === 'data') data += (data && '\n') + value;
      }
      if (data) yield {event, data: JSON.parse(data)};
    }
  }
}

/** @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<string>} */
async function* texts(body) {
  const reader = body.getReader(), decoder = new TextDecoder();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield decoder.decode(next.value, {stream: true});
  } finally { reader.cancel().catch(() => {}); }
}

/**
 * Asks, and resolves to the data of the one answer. A no is a `Refusal`, before the stream or in it; no answer is `Away`.
 * @param {string} path @param {unknown} body
 * @param {{signal?: AbortSignal, onProgress?: (progress: Progress) => void, fetch?: typeof globalThis.fetch}} [o]
 * @returns {Promise<any>}
 */
export async function askStream(path, body, {signal, onProgress = () => {}, fetch = globalThis.fetch.bind(globalThis)} = {}) {
  try {
    const response = await fetch(path, {method: 'POST', credentials: 'same-origin', headers: {'content-type': 'application/json'}, body: JSON.stringify(body), signal});
    if (!response.ok) {
      const no = await response.json();
      throw no?.error ? new Refusal(response.status, no.error, no) : new Away(`HTTP ${response.status}`);
    }
    if (!response.body) throw new Away('no stream');
    for await (const {event, data} of events(texts(response.body))) {
      if (event === 'progress') onProgress(data);
      else if (event === 'error') throw new Refusal(response.status, data.error, data);
      else if (event === 'answer') return data;
    }
    throw new Away('the stream ended without an answer');
  } catch (error) {
    if (error instanceof Refusal || error instanceof Away) throw error;
    throw new Away(String(error));
  }
}
