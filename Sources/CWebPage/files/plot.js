// SPDX-License-Identifier: Apache-2.0
// A picture of rounds of sync.
import {svg} from './dom.js';
import {span, fullTime} from './format.js';

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
