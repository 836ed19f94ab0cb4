// SPDX-License-Identifier: Apache-2.0
// All resume points, the newest first: loaded in pages, kept in order by changes; filtered, ordered and grouped.
import {call, link} from './api.js';
import {framed} from './dom.js';
import {nameOf, seriesOf, share} from './format.js';
import {state, on, emit, noteTitle} from './state.js';

const PAGE = 1000;

export const points = {
  all: [],
  shown: [],
  /** What a person chose to see: `{words, members, order}`; `null` for all, the newest first. */
  choice: null,
  /** The number of items of each series, by its newest item, while they are grouped. */
  counts: new Map(),
  total: 0,
  isComplete: false,
  isLoading: false,
  problem: '',
};

let byItem = new Map();
/** The revisions of removals while pages are on their way: an older page must not bring those back. */
let removals = new Map();
let cursor;
let wanted = 0;
let generation = 0;

const isBefore = (a, b) => a.at > b.at || (a.at === b.at && a.revision > b.revision);

function search(list, point) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle], point)) low = middle + 1; else high = middle;
  }
  return low;
}

function insert(list, point) {
  const index = search(list, point);
  list.splice(index, 0, point);
  return [index, 1];
}

function remove(list, point) {
  const guess = search(list, point);
  // Points of one time may tie in another order than ours.
  const index = list[guess] === point ? guess : list.indexOf(point);
  list.splice(index, 1);
  return [index, -1];
}

const {compare} = new Intl.Collator(undefined, {numeric: true});
const titleOf = point => point.name ??= nameOf(point.item, point.title);
const textOf = point => point.text ??= `${point.title ?? ''}\n${point.item}`.toLowerCase();

const ORDERS = {
  title: (a, b) => compare(titleOf(a), titleOf(b)),
  progress: (a, b) => (share(b) ?? -1) - (share(a) ?? -1),
};

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Leaves the newest item of each series. */
function group(list) {
  const newest = new Map();
  return list.filter(point => {
    const series = seriesOf(titleOf(point))?.toLowerCase();
    if (!series) return true;
    const first = newest.get(series) ?? point.item;
    newest.set(series, first);
    count(points.counts, first);
    return first === point.item;
  });
}

function choose() {
  const {choice, all} = points;
  points.counts.clear();
  points.shown = all;
  if (!choice) return;
  points.shown = all.filter(point => choice.words.every(word => textOf(point).includes(word)) && choice.members.every(([name, value]) => point[name] === value));
  // Each page would be sorted with all before it.
  if (!points.isComplete) return;
  if (choice.order === 'series') points.shown = group(points.shown);
  else if (choice.order) points.shown.sort(ORDERS[choice.order]);
}

/** The time from a change to the order that it brings, in ms: many points are sorted rarely. */
let rest = 150;
const chooseSoon = framed(() => {
  const began = performance.now();
  choose();
  rest = Math.max(150, 20 * (performance.now() - began));
  emit('rows', []);
}, () => rest);

function change({item, point, revision}) {
  const known = byItem.get(item);
  if (known?.revision > revision) return;
  const shifts = [];
  if (known) {
    byItem.delete(item);
    shifts.push(remove(points.all, known));
  }
  if (!point && !points.isComplete) removals.set(item, revision);
  // A point further down than what is loaded comes with its page.
  if (point && (points.isComplete || !points.all.length || isBefore(point, points.all.at(-1)))) {
    byItem.set(item, point);
    shifts.push(insert(points.all, point));
  }
  // An item of a page to come looks like a new one; the last page puts the total right.
  points.total = points.isComplete ? points.all.length : Math.max(points.all.length, points.total - (point ? 0 : 1));
  if (points.choice) chooseSoon(); else emit('rows', shifts);
}

async function loadPages() {
  if (points.isLoading) return;
  points.isLoading = true;
  points.problem = '';
  const mine = generation;
  try {
    while (!points.isComplete && points.all.length < wanted) {
      const reply = await call('Playback.List', {limit: PAGE, cursor});
      if (mine !== generation) return;
      for (const point of reply.points) {
        noteTitle(point);
        if (byItem.has(point.item) || removals.get(point.item) >= point.revision) continue;
        byItem.set(point.item, point);
        const last = points.all.at(-1);
        // Pages come in order, so this is the end but for points that moved meanwhile.
        if (!last || last.at >= point.at) points.all.push(point); else insert(points.all, point);
      }
      cursor = reply.cursor;
      points.isComplete = !cursor;
      points.total = points.isComplete ? points.all.length : Math.max(points.total, points.all.length);
      choose();
      emit('rows', []);
    }
  } catch (error) {
    if (mine === generation && link.state !== 'away') {
      points.problem = error.message;
      // Rows that are drawn again would ask again at once.
      setTimeout(() => {if (mine === generation) {points.problem = ''; need(0);}}, 5000);
    }
  } finally {
    if (mine === generation) {points.isLoading = false; emit('rows', []);}
  }
}

export function need(count) {
  wanted = Math.max(wanted, count);
  if (points.isComplete || points.problem || wanted <= points.all.length || link.state !== 'open') return;
  loadPages();
}

/** Chooses by words, by members such as the player, and an order; all but the plain list needs all pages. */
export function setChoice(text, members, order) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const set = Object.entries(members).filter(([, value]) => value);
  points.choice = words.length || set.length || order ? {words, members: set, order} : null;
  choose();
  if (points.choice) need(Infinity);
  emit('rows', []);
}

export function reset() {
  generation += 1;
  byItem = new Map();
  removals = new Map();
  cursor = undefined;
  wanted = 0;
  Object.assign(points, {all: [], isComplete: false, isLoading: false, problem: '', total: state.health?.points ?? 0});
  choose();
  need(points.choice ? Infinity : 1);
}

export const pointOf = item => byItem.get(item);

export function valuesOf(member) {
  const counts = new Map();
  for (const point of points.all) count(counts, point[member]);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 200).map(([value]) => value);
}

on('point', change);
// Loads that failed while the link was down are made once it is up.
on('link', () => need(0));
