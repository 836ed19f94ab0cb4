// SPDX-License-Identifier: Apache-2.0
// Values in words: positions, times, names and errors. Figures and words are those of statectl.
import {el, bdi, clean} from './dom.js';

let skew = 0;
/** Notes the server's time, since a phone's clock may be minutes off. */
export const noteServerTime = ms => {if (Math.abs(ms - Date.now() - skew) > 1500) skew = ms - Date.now();};
export const now = () => Date.now() + skew;

export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 0.0005));
  const two = value => String(Math.floor(value) % 60).padStart(2, '0');
  return whole < 3600 ? `${Math.floor(whole / 60)}:${two(whole)}` : `${Math.floor(whole / 3600)}:${two(whole / 60)}:${two(whole)}`;
}

/** The fraction of an item that has no seconds, such as a book; null for another. */
export const fractionOf = point => point?.position === 0 && point.fraction !== undefined ? point.fraction : null;
/** True for a place that does not tell how far it is: a locator alone. */
export const isUnmeasured = point => point.position === 0 && point.locator !== undefined && point.fraction === undefined;
/** The distance from the beginning, to compare: one percent of a book counts as a minute. */
export const distance = point => 6000 * fractionOf(point) || point.position;
export const share = point => fractionOf(point) ?? (point?.duration > 0 ? Math.min(1, point.position / point.duration) : null);
export const place = point => fractionOf(point) === null ? clock(point.position) + (point.duration > 0 ? ` of ${clock(point.duration)}` : '') : percent(fractionOf(point));

export const number = (value, digits = 0) => value.toLocaleString(undefined, {maximumFractionDigits: digits});
export const percent = value => value === null ? '' : `${Math.floor(100 * value + 1e-9)} %`;
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A length of time in its largest unit: `5 min`, `3 h`, `2 days`. */
function rough(exact) {
  const seconds = Math.floor(exact);
  const [length, unit] = seconds < 60 ? [1, 's'] : seconds < 3570 ? [60, 'min'] : seconds < 171_000 ? [3600, 'h'] : [86_400, 'days'];
  return `${Math.round(seconds / length)} ${unit}`;
}

export function span(ms) {
  if (ms >= 60_000) return rough(ms / 1000);
  if (ms >= 1000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const [value, unit] = ms > 0 && ms < 1 ? [ms * 1000, 'µs'] : [ms, 'ms'];
  return `${number(value, value < 10 ? 1 : 0)} ${unit}`;
}

/** A size in bytes: `812 B`, `4.0 KiB`. */
export function size(bytes) {
  const power = Math.min(4, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return power ? `${(Math.floor(10 * bytes / 1024 ** power) / 10).toFixed(1)} ${['KiB', 'MiB', 'GiB', 'TiB'][power - 1]}` : `${bytes} B`;
}

export function fromNow(at) {
  const seconds = Math.abs(at - now()) / 1000;
  return seconds < 1 ? 'just now' : at < now() ? `${rough(seconds)} ago` : `in ${rough(seconds)}`;
}

/** Returns the local date, the hour and the seconds: `2026-11-21`, `08:40`, `:12`; nothing for a time outside the calendar. */
function calendar(at) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const two = value => String(value).padStart(2, '0');
  return [`${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`, `${two(date.getHours())}:${two(date.getMinutes())}`, `:${two(date.getSeconds())}`];
}

const SOME_TIME = 'at some time';
export const hourOrDate = at => calendar(at)?.[Math.abs(at - now()) < 64_800_000 ? 1 : 0] ?? SOME_TIME;

export function fullTime(at) {
  const [date, hour, second] = calendar(at) ?? [];
  return date ? `${date} ${hour}${second}` : SOME_TIME;
}

export const ago = at => at ? el('time', {datetime: calendar(at) && new Date(at).toISOString(), title: fullTime(at), 'data-at': at}, fromNow(at)) : '';

export function refreshTimes() {
  for (const time of document.querySelectorAll('section:not([hidden]) time[data-at]')) {
    const text = fromNow(Number(time.dataset.at));
    if (time.textContent !== text) time.textContent = text;
  }
}

/** True for a book that is known only by a reader's digest, so that no player can open it. */
export const isDigest = item => item.startsWith('kosync:');

/** The name of an item for people: its title, or else the last part of its path without the kind of file, or its host. */
export function nameOf(item, title = '') {
  const path = item.replace(/^[^/]*:\/\/([^?#]*).*$/s, '$1').replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1) || item;
  let name = last;
  if (path !== item) try {name = decodeURIComponent(last);} catch {}
  // Some players call a file by its name.
  if (title !== name && clean(title).replaceAll('\ufffd', '').trim()) return clean(title);
  if (isDigest(item)) return clean(`Book ${item.slice(7, 13)}`);
  return clean(path === item || path !== last ? name.replace(/(?<=.)\.[a-z]\w{1,3}$/i, '') : name);
}

/** The series of an episode, from its name; nothing for other items. */
export const seriesOf = name => /^(.+?)[\s._-]*(?<![a-z\d])(?:s\d+[\s._-]*ep?\d+|\d\d?x\d{2,3}(?!\d)|(?:episode|ep|folge)[\s._-]*\d+)/i.exec(name)?.[1].replace(/[\s._]+/g, ' ');

/** A name as a person types it in a shell. */
export const quoted = text => /^[\w/.:@%+=,-]+$/.test(text) ? text : `'${clean(text).replaceAll("'", "'\\''")}'`;

export const itemHash = item => `#item=${encodeURIComponent(item)}`;
export const itemLink = (item, title) => el('a', {href: itemHash(item), title: clean(item)}, bdi(nameOf(item, title)));

export function errorWords(name, given = {}) {
  const why = given.why ? `: ${clean(given.why)}` : '';
  const gone = 'It no longer exists.';
  const words = {
    NotFound: gone, AlertNotFound: gone, EntryNotFound: gone,
    Expired: 'Its position has expired. Undo in its history restores it.',
    QueueChanged: 'Another program changed the queue. Check it and try again.',
    NotObeyed: 'The player does not run, is not followed, or cannot do this.',
    RequestRefused: `The player did not do that${why}.`,
    NotRetryable: 'That alert cannot be retried.',
    SyncDisabled: 'Sync is not set up. Run “statectl sync setup DIR”.',
    RemoteUnavailable: `The remote store does not answer${why}.`,
    StorageUnavailable: `The store cannot be written${why}. Nothing was changed.`,
    QuotaExceeded: `A limit of the daemon is reached: ${clean(given.limit)} is ${given.value}.`,
    InvalidValue: `${clean(given.parameter)} is not valid${why}.`,
  };
  return words[name.split('.').pop()] ?? `The daemon answered ${clean(name)}${why}.`;
}
