// SPDX-License-Identifier: Apache-2.0
// Small pictures of numbers: a line, bars over time, and a histogram.
import {svg} from './dom.js';
import {number, span, fullTime} from './format.js';

const TOP = 22;
const BOTTOM = 112;
const y = share => BOTTOM - (BOTTOM - TOP) * share;
const frame = (width, label) => svg('svg.plot', {viewBox: `0 0 ${width} 132`, width, height: 132, role: 'img', 'aria-label': label});
const tick = (text, x, y, anchor = 'end') => svg('text.tick', {x, y, 'text-anchor': anchor}, text);
/** A bar whose height is a share of the picture's. */
const bar = (spec, x, width, share, title) => svg(spec, {x, width: Math.max(1.5, width), y: y(share), height: BOTTOM - y(share)}, svg('title', title));

/** Draws the lines of a scale: each `[share, text]`. */
function scale(root, width, left, lines) {
  for (const [share, text] of lines) {
    root.append(svg('path.grid', {d: `M${left} ${y(share)}H${width}`}), tick(text, left - 6, y(share) + 4));
  }
  return root;
}

/** A line of values at equal distances, the newest at the right. */
export function line(values, most, width, label, caption) {
  const left = 44;
  const highest = Math.max(1, ...values);
  const root = scale(frame(width, label), width, left, [[0, '0'], [0.5, number(highest / 2, 1)], [1, number(highest, 1)]]);
  const x = index => left + (width - left - 6) * (most - values.length + index) / (most - 1);
  const path = values.map((value, index) => `${x(index).toFixed(1)} ${y(value / highest).toFixed(1)}`).join('L');
  root.append(tick(caption, width - 4, 128));
  if (path) root.append(svg('path.area', {d: `M${x(0)} ${BOTTOM}L${path}V${BOTTOM}z`}), svg('path.run.s1', {d: `M${path}`}));
  return root;
}

/** The durations of rounds, one bar each, coloured by outcome, on a logarithmic scale. */
export function rounds(list, width) {
  const left = 52;
  const shown = list.slice(0, Math.floor((width - left) / 5)).reverse();
  const ms = ({startedAt, endedAt}) => Math.max(1, endedAt - startedAt);
  const powers = Math.max(3, Math.ceil(Math.log10(Math.max(...shown.map(ms)))));
  const counts = ['succeeded', 'offline', 'failed'].map(outcome => `${shown.filter(round => round.outcome === outcome).length} ${outcome}`);
  const root = scale(frame(width, `Durations of the last ${shown.length} rounds: ${counts.join(', ')}`), width, left,
    Array.from({length: powers + 1}, (_, power) => [power / powers, span(10 ** power)]));
  const each = Math.min(12, (width - left) / shown.length);
  shown.forEach((round, index) => root.append(bar(`rect.${round.outcome}`, left + 2 + index * each, each - 1.5, Math.max(0.02, Math.log10(ms(round)) / powers),
    `Round ${round.number}, ${fullTime(round.startedAt)}: ${round.outcome}, ${span(ms(round))}`)));
  return root;
}

/** A histogram of buckets `{bound, count}`, all equally wide: bounds that grow by a factor make a log axis. */
export function histogram(buckets, width, label, format, marks = []) {
  const highest = Math.max(1, ...buckets.map(({count}) => count));
  const each = width / buckets.length;
  const root = scale(frame(width, label), width, 0, [[0, '']]);
  buckets.forEach(({bound, count}, index) => {
    const words = bound === Infinity ? '∞' : format(bound);
    root.append(bar('rect', index * each + 1, each - 2, count && Math.max(0.02, count / highest), `up to ${words}: ${number(count)}`));
    if (each > 46 || index % 2 === 0) root.append(tick(words, (index + 0.5) * each, 128, 'middle'));
  });
  marks.forEach(({place, text}, index) => {
    const x = place * each;
    const isRight = x > width - 70;
    root.append(svg('path.needle', {d: `M${x} 4V${BOTTOM}`}), tick(text, x + (isRight ? -4 : 4), 10 + 11 * index, isRight ? 'end' : 'start'));
  });
  return root;
}
