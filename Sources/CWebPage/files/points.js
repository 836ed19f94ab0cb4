// SPDX-License-Identifier: Apache-2.0
// All resume points, the newest first: loaded in pages, kept in order by changes. What is chosen of them comes from the daemon.
import {call, link} from './api.js';
import {framed} from './dom.js';
import {nameOf, seriesOf} from './format.js';
import {state, on, emit, noteTitle} from './state.js';

const PAGE = 1000;

/** A list that the daemon filters and sorts; `wanted` rows of it are loaded. */
const listOf = (conditions, isSeries) => ({conditions, isSeries, rows: [], wanted: 1});

let all = listOf({});

export const points = {
  get all() {return all.rows;},
  get isComplete() {return all.isComplete;},
  get isLoading() {return (points.choice ?? all).isLoading;},
  shown: [],
  /** The list of what a person chose to see; `null` for all, the newest first. */
  choice: null,
  /** The number of items of each series, by its newest item, while they are grouped. */
  counts: new Map(),
  total: 0,
  problem: '',
};

let byItem = new Map();
/** The revisions of removals while pages are on their way: an older page must not bring those back. */
let removals = new Map();

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

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Leaves the newest item of each series. */
function group(list) {
  const newest = new Map();
  return list.filter(({item, title}) => {
    const series = seriesOf(nameOf(item, title))?.toLowerCase();
    if (!series) return true;
    const first = newest.get(series) ?? item;
    newest.set(series, first);
    count(points.counts, first);
    return first === item;
  });
}

/** Shows what there is; rows of before stay until there are others. */
function show() {
  const {rows, isSeries, isLoading} = points.choice ?? all;
  if (rows.length || !isLoading) {
    points.counts.clear();
    points.shown = isSeries ? group(rows) : rows;
  }
  emit('rows', []);
}

/** The time from a change to the rows that it brings, in ms: long searches are rare. */
let rest = 150;
const findSoon = framed(async () => {
  if (!points.choice) return;
  const {conditions, isSeries, rows} = points.choice;
  const list = listOf(conditions, isSeries);
  list.wanted = rows.length;
  const began = performance.now();
  const isLoaded = await load(list);
  rest = Math.max(150, 5 * (performance.now() - began));
  if (!isLoaded || points.choice?.conditions !== conditions) return;
  points.choice = list;
  show();
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
  if (points.choice) findSoon(); else emit('rows', shifts);
}

function add(list, point) {
  noteTitle(point);
  if (list !== all) return list.rows.push(point);
  if (byItem.has(point.item) || removals.get(point.item) >= point.revision) return;
  byItem.set(point.item, point);
  const last = list.rows.at(-1);
  // Pages come in order, so this is the end but for points that moved meanwhile.
  if (!last || last.at >= point.at) list.rows.push(point); else insert(list.rows, point);
}

/** Loads pages until there are enough rows, or all of those that are grouped. */
async function load(list) {
  if (list.isLoading) return;
  list.isLoading = true;
  try {
    do {
      const {points: page, cursor} = await call('Playback.List', {...list.conditions, limit: PAGE, cursor: list.cursor});
      if (list.isOver) return;
      for (const point of page) add(list, point);
      Object.assign(list, {cursor, isComplete: !cursor});
      if (list === all) points.total = Math.max(cursor ? points.total : 0, list.rows.length);
      show();
    } while (!list.isComplete && (list.isSeries || list.rows.length < list.wanted));
    return true;
  } catch ({message}) {
    if (list.isOver || link.state === 'away') return;
    points.problem = message;
    // Rows that are drawn again would ask again at once.
    setTimeout(() => {points.problem = ''; need(0);}, 5000);
  } finally {
    list.isLoading = false;
    show();
  }
}

export function need(count) {
  const list = points.choice ?? all;
  list.wanted = Math.max(list.wanted, count);
  if (!list.isComplete && !points.problem && list.wanted > list.rows.length && link.state === 'open') load(list);
}

/** Chooses by words, by members such as the player, and an order. */
export function setChoice(search, members, order) {
  const isSeries = order === 'series';
  const set = Object.entries({...members, search: search.trim(), order: isSeries ? '' : order}).filter(([, value]) => value);
  if (points.choice) points.choice.isOver = true;
  points.choice = isSeries || set.length ? listOf(Object.fromEntries(set), isSeries) : null;
  if (points.choice) need(1);
  show();
}

export function reset() {
  all.isOver = true;
  all = listOf({});
  byItem = new Map();
  removals = new Map();
  Object.assign(points, {problem: '', total: state.health?.points ?? 0});
  load(all);
  findSoon();
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
