// SPDX-License-Identifier: Apache-2.0
// All resume points, the newest first: loaded in pages, kept in order by changes. The daemon filters and sorts a choice of them.
import {call, link} from './api.js';
import {framed} from './dom.js';
import {nameOf, seriesOf} from './format.js';
import {state, on, emit, noteTitle} from './state.js';

const PAGE = 1000;

/** A list that the daemon filters and sorts; `wanted` rows of it are loaded, or all to group them. */
const listOf = (conditions, isSeries, wanted = 1) => ({conditions, isSeries, wanted, rows: [], end: new AbortController()});

let all = listOf({});
/** The list that replaces the choice once it is loaded; `null` for none. */
let fresh = null;
/** True if the choice lacks a change. */
let isStale = false;

export const points = {
  get all() {return all.rows;},
  get isComplete() {return all.isComplete;},
  get isLoading() {return current().isLoading;},
  shown: [],
  /** The list with the chosen filter and order, or of all points by series; `null` for all, newest first. */
  choice: null,
  /** The number of items of each series, by its newest item, while they are grouped. */
  counts: new Map(),
  total: 0,
  problem: '',
};

let byItem = new Map();
/** The revisions of removals while pages are loading: an older page must not restore the items. */
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
  // Points with the same time may have another order in the daemon.
  const index = list[guess] === point ? guess : list.indexOf(point);
  list.splice(index, 1);
  return [index, -1];
}

/** The same text for all episodes of a series, and another one for each other item. */
export const seriesKey = ({item, title}) => seriesOf(nameOf(item, title))?.toLowerCase() ?? `\n${item}`;

/** Keeps the newest item of each series. */
function group(list) {
  const groups = [...Map.groupBy(list, seriesKey).values()];
  for (const group of groups) points.counts.set(group[0].item, group.length);
  return groups.map(([newest]) => newest);
}

const current = () => points.choice ?? all;

/** Shows the loaded rows of a list. Former rows stay until there are new ones, or all of them if grouped. */
function show(list = current()) {
  const {rows, isSeries, isLoading} = list;
  if (list === current() && (!isLoading || (rows.length && !isSeries))) {
    points.counts.clear();
    points.shown = isSeries ? group(rows) : rows;
  }
  emit('rows', []);
}

const canLoad = () => !points.problem && link.state === 'open';

/** The time from a change to the rows that it brings, in ms: long searches are rare. */
let rest = 150;
const findSoon = framed(async () => {
  const {choice} = points;
  if (!isStale || !choice || choice.isLoading || fresh || !canLoad()) return;
  const began = performance.now();
  isStale = false;
  if (choice === all) show(); else await reload(choice);
  rest = Math.max(150, 5 * (performance.now() - began));
  // Changes that arrived meanwhile have waited.
  findSoon();
}, () => rest);

async function reload({conditions, isSeries, rows, end}) {
  const list = fresh = listOf(conditions, isSeries, rows.length);
  const isLoaded = await load(list);
  if (fresh !== list) return;
  fresh = null;
  if (!isLoaded) isStale = true;
  else {
    end.abort();
    points.choice = list;
    show();
  }
}

/** Aborts the loading of the choice. */
function abandon() {
  for (const list of [fresh, points.choice]) if (list !== all) list?.end.abort();
  fresh = null;
}

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
  // An item of a page that is not loaded yet counts as new; the last page corrects the total.
  points.total = points.isComplete ? points.all.length : Math.max(points.all.length, points.total - (point ? 0 : 1));
  isStale = true;
  if (points.choice) findSoon(); else emit('rows', shifts);
}

function add(list, point) {
  noteTitle(point);
  if (list !== all) return list.rows.push(point);
  if (byItem.has(point.item) || removals.get(point.item) >= point.revision) return;
  byItem.set(point.item, point);
  const last = list.rows.at(-1);
  // Pages come in order, so this is the end, except for points that moved meanwhile.
  if (!last || last.at >= point.at) list.rows.push(point); else insert(list.rows, point);
}

const isShort = ({isComplete, isSeries, rows, wanted}) => !isComplete && (isSeries || rows.length < wanted);

/** Loads pages until there are enough rows. */
async function load(list) {
  list.isLoading = true;
  const {signal} = list.end;
  try {
    do {
      const {points: page, cursor} = await call('Playback.List', {...list.conditions, limit: PAGE, cursor: list.cursor}, {signal});
      if (signal.aborted) return;
      for (const point of page) add(list, point);
      Object.assign(list, {cursor, isComplete: !cursor});
      if (list === all) points.total = Math.max(cursor ? points.total : 0, list.rows.length);
      show(list);
    } while (isShort(list));
    return true;
  } catch ({message}) {
    if (signal.aborted || link.state === 'away') return;
    points.problem = message;
    // Redrawn rows would request the page again immediately.
    setTimeout(() => {points.problem = ''; loadRest();}, 5000);
  } finally {
    list.isLoading = false;
    show(list);
  }
}

export function need(count) {
  const list = current();
  list.wanted = Math.max(list.wanted, count);
  if (isShort(list) && !list.isLoading && canLoad() && !list.end.signal.aborted) load(list).then(findSoon);
}

/** Repeats the loads that failed. */
function loadRest() {
  need(0);
  findSoon();
}

/** Chooses by words, by members such as the player, and an order. */
export function setChoice(search, members, order) {
  const isSeries = order === 'series';
  const set = Object.entries({...members, search: search.trim(), order: isSeries ? '' : order}).filter(([, value]) => value);
  abandon();
  isStale = false;
  all.isSeries = isSeries && !set.length;
  points.choice = set.length ? listOf(Object.fromEntries(set), isSeries) : isSeries ? all : null;
  need(1);
  show();
}

export function reset() {
  abandon();
  all.end.abort();
  all = listOf({}, all.isSeries);
  if (all.isSeries) points.choice = all;
  isStale = true;
  byItem = new Map();
  removals = new Map();
  Object.assign(points, {problem: '', total: state.health?.points ?? 0});
  load(all);
  findSoon();
}

export const pointOf = item => byItem.get(item);

export function valuesOf(member) {
  const groups = [...Map.groupBy(points.all, point => point[member])];
  return groups.sort((a, b) => b[1].length - a[1].length).slice(0, 200).map(([value]) => value);
}

on('point', change);
// Loads that failed while the link was down are made once it is up.
on('link', loadRest);
