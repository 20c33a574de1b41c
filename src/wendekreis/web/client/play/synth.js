/**
 * The instruments: card on cloth, a card turned over, two that pass each other, a knock for no, a small chime. All are made
 * here from noise and tones; there are no files. Loaded only when the player wants sounds.
 *
 * @typedef {'place' | 'turn' | 'exchange' | 'refused' | 'win'} Sound
 */
const CHIME = [392, 523.25, 659.25, 783.99, 1046.5];               // Hz: g, c, e, g, c

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** White noise of half a second, made once. @param {AudioContext} c */
function hiss(c) {
  if (noise?.sampleRate === c.sampleRate) return noise;
  noise = c.createBuffer(1, c.sampleRate / 2, c.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = 2 * Math.random() - 1;
  return noise;
}

/**
 * A sound that rises at once, or in `rise`, and dies away.
 * @param {AudioContext} c @param {AudioScheduledSourceNode} source @param {AudioNode} out @param {{at: number, lasts: number, loud: number, rise?: number, filter?: BiquadFilterNode}} how
 */
function sound(c, source, out, {at, lasts, loud, rise = 0.002, filter}) {
  const gain = c.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  if (filter) source.connect(filter).connect(gain); else source.connect(gain);
  gain.connect(out);
  source.start(at);
  source.stop(at + lasts);
}

/** @param {AudioContext} c @param {AudioNode} out @param {{at: number, lasts: number, loud: number, rise?: number, type: BiquadFilterType, from: number, to?: number}} how */
function rustle(c, out, {type, from, to = from, ...how}) {
  const source = c.createBufferSource(), filter = c.createBiquadFilter();
  source.buffer = hiss(c);
  source.loop = true;
  filter.type = type;
  filter.frequency.setValueAtTime(from, how.at);
  filter.frequency.exponentialRampToValueAtTime(to, how.at + how.lasts);
  sound(c, source, out, {...how, filter});
}

/** @param {AudioContext} c @param {AudioNode} out @param {{at: number, lasts: number, loud: number, type?: OscillatorType, from: number, to?: number}} how */
function tone(c, out, {type = 'sine', from, to = from, ...how}) {
  const source = c.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, how.at);
  source.frequency.exponentialRampToValueAtTime(to, how.at + how.lasts);
  sound(c, source, out, how);
}

/** @type {{[sound in Sound]: (c: AudioContext, out: AudioNode, at: number) => void}} */
const INSTRUMENTS = {
  place(c, out, at) {
    rustle(c, out, {at, lasts: 0.07, loud: 0.5, type: 'lowpass', from: 1400, to: 500});
    tone(c, out, {at, lasts: 0.06, loud: 0.35, from: 150, to: 80});
  },
  turn(c, out, at) {
    rustle(c, out, {at: Math.max(c.currentTime, at - 0.07), lasts: 0.06, loud: 0.2, rise: 0.02, type: 'bandpass', from: 2400, to: 3600});
    INSTRUMENTS.place(c, out, at);
  },
  exchange(c, out, at) {
    for (const [side, from, to] of [[-0.5, 900, 2200], [0.5, 2000, 800]]) {
      const pan = c.createStereoPanner();
      pan.pan.value = side;
      pan.connect(out);
      rustle(c, pan, {at: Math.max(c.currentTime, at - 0.1), lasts: 0.26, loud: 0.22, rise: 0.09, type: 'bandpass', from, to});
    }
    INSTRUMENTS.place(c, out, at + 0.15);
  },
  refused(c, out, at) {
    tone(c, out, {at, lasts: 0.09, loud: 0.3, from: 170, to: 130});
    tone(c, out, {at: at + 0.11, lasts: 0.12, loud: 0.3, from: 140, to: 100});
  },
  win(c, out, at) {
    CHIME.forEach((from, i) => {
      tone(c, out, {at: at + i * 0.13, lasts: 0.9, loud: 0.22, type: 'triangle', from});
      tone(c, out, {at: at + i * 0.13, lasts: 0.35, loud: 0.06, from: 2 * from});
    });
  },
};

/** @param {Sound} what @param {number} loud from 0 to 1 @param {number} wait s */
export function play(what, loud, wait) {
  const c = context ??= new AudioContext();
  if (c.state === 'suspended') void c.resume();                    // a browser lets a page be heard after the first press only
  const out = c.createGain();
  out.gain.value = loud;
  out.connect(c.destination);
  INSTRUMENTS[what](c, out, c.currentTime + wait);
  setTimeout(() => out.disconnect(), 1000 * wait + 3000);
}
