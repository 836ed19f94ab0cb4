// SPDX-License-Identifier: Apache-2.0
// The picture of an item: its positions over time.
import {svg, el, bdi, clean} from './dom.js';
import {clock, place, distance, fractionOf, isUnmeasured, hourOrDate, fullTime, fromNow, now, counted} from './format.js';

/** The distance that is a jump, as for the daemon's history. */
const JUMP = 60;
/** The highest playback rate; a faster change is a jump. */
const FASTEST = 4;
/** The longest time between two values that is drawn to scale. */
const LONGEST_GAP = 3_600_000;
/** The longest run without a value in the history, in seconds. */
const LONGEST_RUN = 660;
const SERIES = 6;
const STEPS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400, 864_000, 1e8];

const isOver = ({ending}) => ending === 'cleared' || ending === 'expired';
const unique = values => [...new Set(values)];

/** The height of a point in the picture: its seconds, or the percent of a book. */
const heightOf = point => fractionOf(point) === null ? point.position : 100 * fractionOf(point);

/** Returns the values, the oldest first, each with the step that led to it. */
export function valuesOf(entries, current) {
  const all = entries.map(({point, ...entry}) => ({...point, ...entry}));
  if (current) all.push({...current});
  all.sort((a, b) => a.at - b.at || a.revision - b.revision);
  // An item that is both read and played is drawn in the unit of its newest value, without places that
  // do not tell how far they are.
  const measured = all.filter(value => !isUnmeasured(value));
  const newest = current && !isUnmeasured(current) ? current : measured.at(-1);
  const values = measured.filter(value => (fractionOf(value) !== null) === (fractionOf(newest) !== null));
  const earlier = new Set();
  let before;
  for (const value of values) {
    value.step = value.aside ? 'aside' : step(before, value, earlier);
    // A value has the time of the end of its run, so a pause is drawn before the run.
    value.start = value.at;
    if (value.step === 'aside') continue;
    if (value.step === 'played') value.start -= Math.min(value.at - before.at, Math.max(0, value.position - before.position) * 1000);
    if (value.step === 'start' && value.position <= LONGEST_RUN) value.start -= value.position * 1000;
    value.before = before;
    if (before) earlier.add(before.position);
    before = value;
  }
  return values;
}

function step(before, value, earlier) {
  if (!before) return 'start';
  const moved = distance(value) - distance(before);
  // The time spent reading a book is unknown.
  if (fractionOf(value) !== null) return moved < -JUMP ? 'back' : 'played';
  const elapsed = (value.at - before.at) / 1000;
  if (moved > 0 && Math.abs(moved - elapsed) <= 2 + elapsed / 10) return 'played';
  // Positions are exact to the millisecond, so two are rarely equal by chance.
  if (moved ? earlier.has(value.position) : isOver(before)) return 'restored';
  if (moved < -JUMP) return 'back';
  return moved > FASTEST * elapsed + JUMP ? 'ahead' : 'played';
}

/** Returns a time scale on which long breaks take little space: its function, and the breaks. */
function timeScale(times, from, to) {
  const marks = unique(times).sort((a, b) => a - b);
  const offsets = [0];
  for (let index = 1; index < marks.length; index += 1) offsets.push(offsets[index - 1] + Math.min(marks[index] - marks[index - 1], LONGEST_GAP));
  const factor = (to - from) / Math.max(1, offsets.at(-1));
  const x = time => {
    const next = marks.findIndex(mark => mark >= time);
    const offset = Math.max(offsets[next - 1] ?? 0, offsets.at(next) - Math.max(0, marks.at(next) - time));
    return Math.round(10 * (from + factor * offset)) / 10;
  };
  return {x, first: marks[0], breaks: marks.filter((mark, index) => mark - marks[index - 1] > LONGEST_GAP)};
}

const circle = r => `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const UNDONE = 'm-2 -15l-3 3l3 3m-3 -3h5a2.5 2.5 0 0 1 0 5h-2';
const CROSS = 'm-4 -4l8 8m0 -8l-8 8';
const WORDS = {back: 'jumped back to here', ahead: 'jumped ahead to here', restored: 'restored by an undo', aside: 'history only'};

function summary(values, current, players, devices) {
  const count = (noun, ...steps) => {
    const found = values.filter(value => steps.includes(value.step)).length;
    return found > 0 && counted(found, noun);
  };
  return [
    `Positions over time: ${counted(values.length, 'value')} from ${fullTime(values[0].at)} to ${fullTime(values.at(-1).at)}`,
    clean(`by ${players.join(', ')} on ${devices.join(', ')}`),
    current ? `now at ${place(current)}, expires ${fromNow(current.expiresAt)}` : 'no resume point now',
    count('jump', 'back', 'ahead'), count('undo', 'restored'), count('unused value', 'aside'), 'all values are in the table below',
  ].filter(Boolean).join('; ');
}

/** Creates the picture and its legend, for a width in pixels. */
export function picture(values, current, width) {
  const height = width < 520 ? 230 : 280;
  const [left, right, top, bottom] = [54, width - (current ? 84 : 22), 16, height - 34];
  const over = values.filter(value => !value.aside && isOver(value));
  const players = unique(values.map(({player}) => player));
  const devices = unique(values.map(({device}) => device));
  const {x, first, breaks} = timeScale([...values.flatMap(({start, at}) => [start, at]), ...over.map(({endedAt}) => endedAt), now()], left, right);
  const isBook = fractionOf(values[0]) !== null;
  const highest = isBook ? 100 : Math.max(1, ...values.map(({position, duration}) => Math.max(position, duration ?? 0)));
  const y = height => Math.round(10 * (bottom - (bottom - top) * height / highest)) / 10;
  const level = point => y(heightOf(point));
  const series = ({player}) => `s${Math.max(0, players.indexOf(player)) % SERIES}`;
  const root = svg('svg.timeline', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': summary(values, current, players, devices)});
  const add = (...nodes) => root.append(...nodes);
  const path = (classes, d, title) => add(svg(`path.${classes}`, {d}, title && svg('title', title)));
  const text = (words, at, height_, anchor) => add(svg('text.tick', {x: at, y: height_, 'text-anchor': anchor}, words));

  const grid = isBook ? 20 : STEPS.find(one => highest / one <= 5);
  for (let at = 0; at <= highest; at += grid) {
    path('grid', `M${left} ${y(at)}H${right}`);
    text(isBook ? `${at} %` : clock(at), left - 8, y(at) + 4, 'end');
  }
  const taken = [];
  const label = (time, anchor) => {
    const words = hourOrDate(time);
    const half = words.length * 3.6 + 5;
    const middle = x(time) + {start: half, middle: 0, end: -half}[anchor];
    if (taken.some(other => Math.abs(other - middle) < 2 * half)) return;
    taken.push(middle);
    text(words, x(time), bottom + 20, anchor);
  };
  label(first, 'start');
  label(now(), 'end');
  for (const time of breaks) {
    label(time, 'middle');
    path('break', `M${x(time) - 6} ${top}V${bottom}`, 'A longer break');
  }

  // Lines first, so that no line hides a marker.
  for (const value of values) {
    const {before, start} = value;
    const line = value.step === 'played' || value.step === 'start' ? 'run' : 'jump';
    const from = before ? `M${x(before.at)} ${level(before)}${line === 'run' ? `H${x(start)}` : ''}` : `M${x(start)} ${start < value.at ? y(0) : level(value)}`;
    if (value.step !== 'aside') path(`${line}.${series(value)}`, `${from}L${x(value.at)} ${level(value)}`);
  }
  for (const value of over) {
    path('stood', `M${x(value.at)} ${level(value)}H${x(value.endedAt)}`);
    path('ended', `M${x(value.endedAt)} ${level(value)}${CROSS}`, `${value.ending} ${fullTime(value.endedAt)}`);
  }
  for (const value of values) {
    const [cx, cy] = [x(value.at), level(value)];
    const isAside = value.step === 'aside';
    const words = clean([place(value), `${value.player} on ${value.device}`, fullTime(value.at), WORDS[value.step] ?? ''].join('; '));
    path(`mark.${isAside ? 'aside' : series(value)}`, `M${cx} ${cy}${circle(value.ending ? 4 : 5.5)}`, words);
    if (isAside) add(svg('text.aside-label', {x: Math.max(left + 34, Math.min(cx, right - 34)), y: cy + (cy > bottom - 24 ? -9 : 17), 'text-anchor': 'middle'}, value.ending === 'quarantined' ? 'quarantined' : WORDS.aside));
    if (value.step === 'restored') path('undone', `M${cx} ${cy}${UNDONE}`);
  }
  if (current) {
    const edge = right + 16;
    if (!isUnmeasured(current)) path('stood', `M${x(current.at)} ${level(current)}H${edge}`);
    path('expiry', `M${edge} ${top}V${bottom}`);
    ['expires', fromNow(current.expiresAt)].forEach((words, index) => text(words, edge + 5, top + 8 + 13 * index));
  }
  const has = (...steps) => values.some(value => steps.includes(value.step));
  const entry = (classes, d, words) => el('li', svg('svg', {viewBox: '0 0 18 12', width: 18, height: 12, 'aria-hidden': 'true'}, svg(`path.${classes}`, {d})), words);
  const legend = el('ul.legend', {'aria-label': 'Legend'},
    players.map(player => entry(`run.${series({player})}`, 'M1 6H17', bdi(player))),
    has('back', 'ahead', 'restored') && entry('jump', 'M1 10 17 2', 'jump'),
    has('restored') && entry('undone', `M10 17${UNDONE}`, 'undone'),
    has('aside') && entry('mark.aside', `M9 6${circle(4)}`, WORDS.aside),
    over.length > 0 && entry('ended', `M9 6${CROSS}`, 'cleared or expired'),
    breaks.length > 0 && entry('break', 'M9 0V12', 'a longer break'));
  return [root, legend];
}
