// SPDX-License-Identifier: Apache-2.0
// The keys of a lock screen. Browsers offer them only to a page that plays sound, so this page plays silence.
import {el, button, redraw} from './dom.js';
import {link} from './api.js';
import {livePlace, on, order, state} from './state.js';
import {ask, named} from './actions.js';

const RATE = 8000;
/** The shortest sound for which browsers show the keys. */
const SECONDS = 6;
const session = navigator.mediaSession;
export const keys = el('div.keys', {hidden: true});
let silence = null;
let player = '';

function makeSilence() {
  const length = RATE * SECONDS;
  // RIFF, WAVE, fmt and data, in the order of bytes of every machine with a browser.
  const head = Int32Array.of(0x46464952, 36 + length, 0x45564157, 0x20746d66, 16, 0x10001, RATE, RATE, 0x80001, 0x61746164, length);
  const audio = new Audio(URL.createObjectURL(new Blob([head, new Uint8Array(length).fill(128)], {type: 'audio/wav'})));
  audio.loop = true;
  return audio;
}

const ACTIONS = {
  play: 'play', pause: 'pause', stop: 'stop', previoustrack: 'previous', nexttrack: 'next', seekbackward: 'seek', seekforward: 'seek', seekto: 'seek',
};
const OFFSETS = {seekbackward: -10, seekforward: 30};

function toggle() {
  if (silence) {
    silence.pause();
    URL.revokeObjectURL(silence.src);
  }
  silence = silence ? null : makeSilence();
  link.isKept = Boolean(silence);
  for (const [key, action] of Object.entries(ACTIONS)) {
    const work = event => ask(player, action, {offset: OFFSETS[key], position: event?.seekTime});
    // A browser may not support all of them.
    try {session.setActionHandler(key, silence && work);} catch {}
  }
  if (!silence) session.metadata = null;
}

/** Offers the keys for the first of the players that obey, and shows its item on the lock screen. */
export function showKeys() {
  const [one] = [...state.players.values()].filter(({obeys}) => obeys?.length).sort(order);
  player = one?.player ?? '';
  keys.hidden = !session || !(one || silence);
  redraw(keys, button(silence ? 'Stop lock screen control' : 'Control from the lock screen', 'now', () => {toggle(); showKeys();}, 'keys'));
  if (!silence) return;
  // A pause that follows immediately cancels the play, which is not an error.
  if (one?.playing) silence.play().catch(() => {}); else silence.pause();
  session.metadata = one ? new MediaMetadata({title: named(one.item ?? ''), artist: one.label ?? player}) : null;
  session.playbackState = !one ? 'none' : one.playing ? 'playing' : 'paused';
  const place = one && livePlace(one);
  if (place?.duration) session.setPositionState(place);
}

// A locked phone draws no frames, and the cards are drawn in one view alone.
on('players', () => silence && showKeys());
