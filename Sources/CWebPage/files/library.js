// SPDX-License-Identifier: Apache-2.0
// The view of all resume points: a list of any length of which only the visible rows exist.
import {el, bdi, button, icon, redraw, framed, clean, table, mini} from './dom.js';
import {share, percent, ago, itemHash, itemLink, number, counted, place, nameOf, seriesOf} from './format.js';
import {call, link} from './api.js';
import {points, need, setChoice, valuesOf} from './points.js';
import {state} from './state.js';
import {bringBack, clearPoint, itemTools, named} from './actions.js';

/** The tallest list that every browser draws; a longer one scrolls in larger steps. */
const TALLEST = 12_000_000;
const SPARE = 6;
const ANY = {player: 'All players', device: 'All devices', status: 'Any status'};
const HEADS = ['Item', 'Progress', 'Position', 'Player', 'Device', 'Observed', ''];
const ORDERS = {'': 'Newest first', name: 'By title', progress: 'By progress', series: 'By series'};
const STATUS_ICONS = {playing: 'play', failed: 'warn'};

const search = el('input', {type: 'search', 'aria-label': 'Search titles and items', placeholder: 'Search', autocomplete: 'off', spellcheck: 'false', oninput: () => filterSoon(150)});
const selects = Object.entries(ANY).map(([member, any]) =>
  el('select', {name: member, 'aria-label': `Filter by ${member}`, onchange: () => filterSoon(0), onpointerdown: fillSelects, onfocus: fillSelects}, el('option', {value: ''}, any)));
const order = el('select', {'aria-label': 'Order', onchange: () => filterSoon(0)}, Object.entries(ORDERS).map(([value, text]) => el('option', {value}, text)));
const note = el('p.note.dim', {role: 'status'});
const removedButton = button('Recently removed', 'log', () => {showsRemoved = !showsRemoved; drawMode();});
const heads = el('div.row.heads', {role: 'row', 'aria-rowindex': 1}, HEADS.map(head => el('span', {role: 'columnheader'}, head)));
const spacer = el('div.spacer', {role: 'rowgroup'});
const scroller = el('div.rows', {role: 'grid', tabindex: 0, 'aria-label': 'Resume points', 'aria-readonly': 'true'}, heads, spacer);
const removedBox = el('div.removed');

/** Those that only points which are not loaded may have. */
const more = {player: [], device: []};

let rowHeight = 40;
let active = 0;
let showsRemoved = false;
let scrollTop = 0;
const timers = {};

/** The rows in the document, by index: those that stay in sight are not built anew. */
let rows = new Map();

function rowOf(index) {
  const point = points.shown[index];
  const known = rows.get(index);
  const count = points.counts.get(point?.item);
  if (known && known.point === point && known.count === count) return known;
  const part = share(point);
  const cell = (name, ...parts) => el(`span.${name}`, {role: 'gridcell'}, parts);
  const link = point ? itemLink(point.item, point.title) : el('a', '…');
  link.tabIndex = -1;
  const sign = STATUS_ICONS[point?.status];
  const open = event => {
    active = index;
    if (!event.target.closest('a, button')) location.hash = itemHash(point.item);
  };
  const node = el('div.row', {role: 'row', id: `row-${index}`, 'aria-rowindex': index + 2, 'data-status': point?.status ?? 'loading', onclick: point && open},
    cell('title', link, count > 1 && button(`${count} in the series`, 'library', () => showSeries(point))), cell('progress', mini(part), el('b', percent(part))), point && [
      cell('place', sign && el('span', {role: 'img', 'aria-label': point.status, title: point.status}, icon(sign)), place(point)), cell('player.dim', bdi(point.player)),
      cell('device.dim', bdi(point.device)), cell('seen.dim', ago(point.at)), cell('row-tools', itemTools(point))]);
  for (const one of node.querySelectorAll('button')) one.tabIndex = -1;
  return {node, point, count};
}

function showSeries({item, title}) {
  search.value = seriesOf(nameOf(item, title));
  order.value = 'name';
  filterSoon(0);
}

const total = () => points.choice || points.isComplete ? points.shown.length : Math.max(points.total, points.shown.length);
const viewHeight = () => Math.max(1, scroller.clientHeight - heads.offsetHeight);
const spacerHeight = () => Math.min(TALLEST, total() * rowHeight);
/** The distance that the list moves for each pixel that the scroll bar does. */
const stretch = () => Math.max(1, (total() * rowHeight - viewHeight()) / (TALLEST - viewHeight()));

function paint() {
  if (!scroller.offsetParent) return;
  const count = total();
  spacer.style.height = `${spacerHeight()}px`;
  scroller.setAttribute('aria-rowcount', count + 1);
  const top = scroller.scrollTop * stretch();
  const visible = Math.ceil(viewHeight() / rowHeight);
  const first = Math.max(0, Math.min(count - visible, Math.floor(top / rowHeight)) - SPARE);
  const last = Math.min(count, first + visible + 2 * SPARE + 1);
  active = Math.max(0, Math.min(active, count - 1));
  const fresh = new Map();
  for (let index = first; index < last; index += 1) fresh.set(index, rowOf(index));
  for (const [index, row] of rows) if (fresh.get(index) !== row) row.node.remove();
  rows = fresh;
  let place = spacer.firstChild;
  for (const [index, {node}] of rows) {
    node.ariaSelected = index === active;
    node.style.transform = `translateY(${index * rowHeight - top + scroller.scrollTop}px)`;
    if (node === place) place = place.nextSibling; else spacer.insertBefore(node, place);
  }
  if (active >= first && active < last) scroller.setAttribute('aria-activedescendant', `row-${active}`);
  else scroller.removeAttribute('aria-activedescendant');
  need(last + 200);
  const all = Math.max(points.total, points.all.length);
  const none = !count && points.choice && !points.isLoading ? '. Nothing matches.' : '';
  const isUnknown = !points.all.length && !points.isComplete;
  const text = points.problem || (isUnknown ? (link.state === 'open' ? 'Loading …' : 'The resume points are not loaded yet.')
    : (points.choice ? `${number(count)}${points.choice.cursor ? '+' : ''} of ${number(all)}` : counted(count, 'resume point'))
    + (points.isLoading ? ' …' : '') + none);
  heads.hidden = isUnknown;
  if (note.textContent !== text) note.textContent = text;
}
const paintSoon = framed(paint);

/** Keeps the visible rows in place when rows come or go. */
function shifted(shifts) {
  let by = 0;
  for (const [index, delta] of shifts) {
    if (scroller.scrollTop > 0 && index * rowHeight < scroller.scrollTop + by * rowHeight) by += delta;
    if (index < active || (index === active && delta > 0)) active += delta;
  }
  if (by && stretch() === 1) {
    // The spacer needs its new height first, or the browser would limit the offset.
    spacer.style.height = `${spacerHeight()}px`;
    scroller.scrollTop += by * rowHeight;
  }
  paintSoon();
}

function moveTo(index) {
  active = Math.max(0, Math.min(total() - 1, index));
  const top = active * rowHeight;
  const seen = scroller.scrollTop * stretch();
  if (top < seen) scroller.scrollTop = top / stretch();
  else if (top + rowHeight > seen + viewHeight()) scroller.scrollTop = (top + rowHeight - viewHeight()) / stretch();
  paint();
}

scroller.addEventListener('scroll', paintSoon);
scroller.addEventListener('keydown', event => {
  const page = Math.max(1, Math.floor(viewHeight() / rowHeight) - 1);
  const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity};
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const point = points.shown[active];
  if (event.key === 'Enter' && point) location.hash = itemHash(point.item);
  else if (event.key === 'ArrowRight' && points.counts.get(point?.item) > 1) showSeries(point);
  else if (event.key === 'Delete' && point) clearPoint(point.item, named(point.item, point.title));
  else if (steps[event.key]) moveTo(active + steps[event.key]);
  else return;
  event.preventDefault();
});

function filterSoon(ms) {
  clearTimeout(timers.filter);
  timers.filter = setTimeout(() => {
    setChoice(search.value, Object.fromEntries(selects.map(select => [select.name, select.value])), order.value);
    moveTo(0);
  }, ms);
}

function fillSelects() {
  for (const select of selects) {
    const {name, value} = select;
    const values = name === 'status' ? ['playing', 'paused', 'failed'] : [...new Set([...valuesOf(name), ...more[name]])];
    if (value && !values.includes(value)) values.push(value);
    redraw(select, el('option', {value: ''}, ANY[name]), values.map(one => el('option', {value: one}, clean(one))));
    select.value = value;
  }
}

async function drawRemoved() {
  try {
    const {entries} = await call('Playback.ListRemoved', {limit: 100});
    redraw(removedBox, entries.length
      ? table('Recently removed', ['Item', 'Position', 'Why', 'Removed', ''], entries.map(({revision, ending, endedAt, point}) => [itemLink(point.item, point.title), place(point), ending, ago(endedAt),
        button('Undo', 'undo', () => bringBack(point.item, named(point.item, point.title), revision), `${revision}/${point.item}`)]))
      : el('p.empty', 'Nothing was removed recently.'));
  } catch (error) {
    redraw(removedBox, el('p.problem', error.message));
  }
}

function drawMode() {
  removedButton.setAttribute('aria-pressed', showsRemoved);
  removedBox.hidden = !showsRemoved;
  for (const node of [scroller, search.parentNode, ...selects, order, note]) node.hidden = showsRemoved;
  if (showsRemoved) drawRemoved(); else paint();
}

export const view = {
  nodes: [el('div.filters', {role: 'search'}, el('span.field', icon('search'), search), selects, order, removedButton), note, scroller, removedBox],
  events: {
    rows: shifted,
    link: paintSoon,
    reset: () => showsRemoved && drawRemoved(),
    point({kind}) {
      if (!showsRemoved || kind === 'saved') return;
      clearTimeout(timers.removed);
      timers.removed = setTimeout(drawRemoved, 300);
    },
  },
  start() {
    drawMode();
    view.resize();
    scroller.scrollTop = scrollTop;
    more.player = [...state.players.keys()];
    call('Sync.ListDevices').then(({devices}) => {more.device = devices.map(({device}) => device);}, () => {});
    fillSelects();
  },
  stop() {scrollTop = scroller.scrollTop;},
  resize() {
    const first = scroller.scrollTop / rowHeight;
    const before = rowHeight;
    rowHeight = parseFloat(getComputedStyle(scroller).getPropertyValue('--row'));
    paint();
    if (rowHeight !== before) scroller.scrollTop = first * rowHeight;
  },
  focus: () => (showsRemoved ? removedButton : scroller).focus({preventScroll: true}),
};
