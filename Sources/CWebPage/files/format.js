// SPDX-License-Identifier: Apache-2.0
// Values in words: positions, times, names and errors.
import {el, bdi, clean} from './dom.js';

const relative = new Intl.RelativeTimeFormat(undefined, {numeric: 'auto', style: 'short'});
const dateTime = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'medium'});
const hour = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit'});
const day = new Intl.DateTimeFormat(undefined, {month: 'short', day: 'numeric'});
const UNITS = [['year', 31_557_600], ['month', 2_629_800], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]];

let skew = 0;
/** Notes the server's time: a phone's own clock may be minutes off. */
export const noteServerTime = ms => {if (Math.abs(ms - Date.now() - skew) > 1500) skew = ms - Date.now();};
export const now = () => Date.now() + skew;

export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 0.0005));
  const two = value => String(Math.floor(value) % 60).padStart(2, '0');
  return whole < 3600 ? `${Math.floor(whole / 60)}:${two(whole)}` : `${Math.floor(whole / 3600)}:${two(whole / 60)}:${two(whole)}`;
}

export const share = point => point?.duration > 0 ? Math.min(1, point.position / point.duration) : null;
export const place = ({position, duration}) => clock(position) + (duration > 0 ? ` of ${clock(duration)}` : '');

export const number = (value, digits = 0) => value.toLocaleString(undefined, {maximumFractionDigits: digits});
export const percent = value => value === null ? '' : value.toLocaleString(undefined, {style: 'percent'});
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

export function span(ms) {
  const [factor, unit] = ms > 0 && ms < 1 ? [1000, 'µs'] : ms < 1000 ? [1, 'ms'] : ms < 120_000 ? [1e-3, 's'] : ms < 7.2e6 ? [1 / 6e4, 'min'] : [1 / 3.6e6, 'h'];
  return `${number(ms * factor, ms * factor < 10 ? 1 : 0)} ${unit}`;
}

export function fromNow(at) {
  const seconds = (at - now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const count = Math.trunc(seconds / length);
  return relative.format(unit === 'second' && Math.abs(count) < 5 ? 0 : count, unit);
}

export const hourOrDate = at => (Math.abs(at - now()) < 64_800_000 ? hour : day).format(at);
export const fullTime = at => dateTime.format(at);

export const ago = at => at ? el('time', {datetime: new Date(at).toISOString(), title: fullTime(at), 'data-at': at}, fromNow(at)) : '';

export function refreshTimes() {
  for (const time of document.querySelectorAll('section:not([hidden]) time[data-at], dialog[open] time[data-at]')) {
    const text = fromNow(Number(time.dataset.at));
    if (time.textContent !== text) time.textContent = text;
  }
}

/** The name of an item for people: its title, or else the last part of its path, or its host. */
export function nameOf(item, title) {
  if (title && clean(title).replaceAll('\ufffd', '').trim()) return clean(title);
  const path = item.replace(/^[^/]*:\/\/([^?#]*).*$/s, '$1').replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1) || item;
  try {return clean(path === item ? last : decodeURIComponent(last));} catch {return clean(last);}
}

export const itemHash = item => `#item=${encodeURIComponent(item)}`;
export const itemLink = (item, title) => el('a', {href: itemHash(item), title: clean(item)}, bdi(nameOf(item, title)));

export function errorWords(name, given = {}) {
  const why = given.why ? `: ${clean(given.why)}` : '';
  const gone = 'It is not there any more.';
  const words = {
    NotFound: gone, AlertNotFound: gone, EntryNotFound: gone,
    Expired: 'Its position has expired. Undo in its history brings it back.',
    QueueChanged: 'The queue was changed elsewhere meanwhile. Look at it and try again.',
    NotRetryable: 'Trying again makes no sense for that alert.',
    SyncDisabled: 'Sync is not set up. Run “statectl sync setup DIR”.',
    RemoteUnavailable: `The remote store does not answer${why}.`,
    StorageUnavailable: `The store cannot be written${why}. Nothing was changed.`,
    QuotaExceeded: `A limit of the daemon is reached: ${clean(given.limit)} is ${given.value}.`,
    InvalidValue: `${clean(given.parameter)} is not valid${why}.`,
  };
  return words[name.split('.').pop()] ?? `The daemon answered ${clean(name)}${why}.`;
}
