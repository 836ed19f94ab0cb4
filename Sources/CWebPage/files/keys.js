// SPDX-License-Identifier: Apache-2.0
// The keys of a lock screen. A browser gives them to a page that plays something, so this one plays silence.
import {el, button, redraw} from './dom.js';
import {livePlace, state} from './state.js';
import {ask, named} from './actions.js';

const RATE = 8000;
/** A shorter sound gets no keys. */
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
  play: () => ask(player, 'play'), pause: () => ask(player, 'pause'), stop: () => ask(player, 'stop'),
  previoustrack: () => ask(player, 'previous'), nexttrack: () => ask(player, 'next'),
  seekbackward: () => ask(player, 'seek', {offset: -10}), seekforward: () => ask(player, 'seek', {offset: 30}),
  seekto: ({seekTime}) => ask(player, 'seek', {position: seekTime}),
};

function toggle() {
  if (silence) silence.pause();
  silence = silence ? null : makeSilence();
  for (const [action, work] of Object.entries(ACTIONS)) {
    // A browser may not know each of them.
    try {session.setActionHandler(action, silence && work);} catch {}
  }
  if (!silence) session.metadata = null;
}

/** Offers the keys for the first of the players that obey, and shows its item on the lock screen. */
export function showKeys(players) {
  const one = players.find(({obeys}) => obeys?.length);
  keys.hidden = !session || !one;
  player = one?.player ?? '';
  redraw(keys, button(silence ? 'Leave the lock screen' : 'Control from the lock screen', 'now', () => {toggle(); showKeys(players);}, 'keys'));
  if (!silence || !one) return;
  if (one.playing) silence.play(); else silence.pause();
  session.metadata = new MediaMetadata({title: named(one.item ?? '', state.titles.get(one.item)), artist: one.label ?? player});
  session.playbackState = one.playing ? 'playing' : 'paused';
  const place = livePlace(one);
  if (place?.duration) session.setPositionState(place);
}
