// SPDX-License-Identifier: Apache-2.0
// The daemon's metrics in the Prometheus text format.

export function parse(text) {
  const samples = new Map();
  for (const row of text.split('\n')) {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(row);
    if (!match || row.startsWith('#')) continue;
    const labels = {};
    for (const [, name, value] of (match[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) labels[name] = value;
    if (!samples.has(match[1])) samples.set(match[1], []);
    samples.get(match[1]).push({labels, value: Number(match[3])});
  }
  return samples;
}

export const sum = (samples, name) => (samples.get(name) ?? []).reduce((total, {value}) => total + value, 0);

export function buckets(samples, name) {
  const list = (samples.get(`${name}_bucket`) ?? [])
    .map(({labels, value}) => ({bound: labels.le === '+Inf' ? Infinity : Number(labels.le), total: value}))
    .sort((a, b) => a.bound - b.bound);
  return list.map(({bound, total}, index) => ({bound, count: total - (index ? list[index - 1].total : 0)}));
}

/**
 * Reads a quantile off buckets: `{value, place}`, where `place` counts buckets from the left.
 * Within a bucket it is interpolated on the logarithmic axis.
 */
export function quantile(list, share) {
  const total = list.reduce((all, {count}) => all + count, 0);
  if (!total) return null;
  let before = 0;
  for (const [index, {bound, count}] of list.entries()) {
    if (count && before + count >= total * share) {
      const part = (total * share - before) / count;
      const low = index ? list[index - 1].bound : bound / 2.5;
      if (bound === Infinity) return {value: low, place: index, isMore: true};
      return {value: low * (bound / low) ** part, place: index + part};
    }
    before += count;
  }
  return null;
}
