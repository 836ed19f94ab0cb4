// SPDX-License-Identifier: Apache-2.0
// The view of one item: its point, its picture, its history and the reasons.
import {el, bdi, button, redraw, framed, facts, table, clean, byID} from './dom.js';
import {place, share, distance, fractionOf, isDigest, percent, ago, now} from './format.js';
import {call} from './api.js';
import {state} from './state.js';
import {pointOf} from './points.js';
import {clearPoint, playItem, bringBack, presentPoint, named} from './actions.js';
import {picture, valuesOf} from './timeline.js';

const title = byID('item-title');
const names = el('div.names');
const card = el('div.panel');
const figure = el('figure.picture');
const history = el('div');
const reasons = el('div');

let item = '';
let point = null;
let entries = [];
let steps = [];
let aliases = [];
let source = [];
let live = null;
let problem = '';
let isLoaded = false;
let hasSync = false;
let generation = 0;
let timer = 0;
let due = 0;

const name = () => named(item, point?.title ?? entries[0]?.point.title);

/** Returns the feed or the reader of a point, as a fact; nothing for other points. */
async function sourceOf({item, fraction, locator}, aliases) {
  const digest = [item, ...aliases].find(isDigest)?.slice(7);
  try {
    const {events} = await call('Events.Latest', digest ? {topic: 'kosync.progress', prefix: `${digest}/`} : {topic: 'gpodder.action', key: `play ${item}`});
    const {body} = events.find(({body}) => body.percentage === fraction && body.progress === locator);
    if (digest) return ['Reader', body.device];
    // The rest of the address may be secret.
    const {host, pathname} = new URL(body.podcast);
    return ['Feed', host + pathname];
  } catch {
    // Not even the name may be valid.
    return [];
  }
}

async function load() {
  const mine = ++generation;
  clearTimeout(timer);
  due = 0;
  if (!state.isLoaded) return;
  hasSync = Boolean(state.sync && state.sync.state !== 'disabled');
  try {
    const past = await call('Playback.History', {item, limit: 200});
    const [also, explained, present] = await Promise.all([
      call('Playback.ListAliases', {item}), hasSync ? call('Sync.Explain', {item}) : {steps: []},
      pointOf(item) ?? state.points.get(item) ?? presentPoint(item),
    ]);
    const found = present ? await sourceOf(present, also.aliases) : [];
    if (mine !== generation) return;
    [entries, aliases, source, steps, problem, isLoaded] = [past.entries, also.aliases, found, explained.steps, '', true];
    if (!(point?.revision > present?.revision)) point = present;
  } catch (error) {
    if (mine !== generation) return;
    problem = error.name === 'NotFound' ? 'There is no such item.' : error.message;
  }
  draw();
}

function loadIn(ms) {
  if (due && due <= performance.now() + ms) return;
  clearTimeout(timer);
  due = performance.now() + ms;
  timer = setTimeout(load, ms);
}

function heard(change) {
  if (change.item !== item || change.revision < point?.revision) return;
  // The history hardly changes while an item plays.
  const goesOn = change.kind === 'saved' && point?.player === change.point.player && Math.abs(distance(point) - distance(change.point)) < 60;
  point = change.point;
  loadIn(goesOn ? 30_000 : 300);
  drawSoon();
}

function ticked(snapshot) {
  if (snapshot.item !== item) return;
  live = {at: now(), ...snapshot};
  drawSoon();
}

function drawPoint() {
  title.replaceChildren(bdi(name()));
  document.title = `${name()} – stated`;
  // A name made from the contents is for programs.
  const others = aliases.filter(alias => !alias.startsWith('content:') && !isDigest(alias));
  redraw(names, name() !== item && el('p.dim', bdi(item)), others.length > 0 && el('p.aliases', 'also ', others.map(alias => bdi(alias, 'bdi.chip'))));
  if (!point) {
    redraw(card, el('p.lead', problem || (!isLoaded ? 'Loading …' : 'No resume point now.')),
      entries.length > 0 && button('Restore the last position', 'undo', () => bringBack(item, name()), 'undo'));
    return;
  }
  const shown = live?.at > point.at ? {...point, position: live.position, fraction: live.fraction} : point;
  const part = share(shown);
  redraw(card, el('p.big', el('span.clock', place(shown)), part !== null && fractionOf(shown) === null && ` (${percent(part)})`),
    part !== null && el('progress', {max: 1, value: part, 'aria-label': 'Progress'}),
    facts(['Status', point.status], ['Player', bdi(point.player)], ['Device', bdi(point.device)], ['Observed', ago(point.at)], ['Expires', ago(point.expiresAt)], [source[0], source[1] && bdi(source[1])]),
    el('div.buttons', !isDigest(item) && button('Play', 'play', () => playItem(point), 'play'), button('Clear', 'cross', () => clearPoint(item, name()), 'clear')), problem && el('p.problem', problem));
}

function drawPicture() {
  const values = valuesOf(entries, point);
  const width = figure.clientWidth;
  redraw(figure, values.length > 0 && width > 120 && picture(values, point, width));
}

const historyRow = ({revision, point: value, ending, endedAt, why}) => [
  ago(value.at), place(value), bdi(value.player), bdi(value.device),
  el('span', el(`span.${ending}`, ending), ' ', ago(endedAt), why && [', ', clean(why)]),
  button('Restore this value', 'undo', () => bringBack(item, name(), revision, point), `undo-${revision}`),
];

function draw() {
  drawPoint();
  drawPicture();
  redraw(history, entries.length > 0 && [el('h3', 'History'), table('History, newest first', ['Observed', 'Position', 'Player', 'Device', 'Ended', ''], entries.map(historyRow))]);
  reasons.parentNode.hidden = !steps.length;
  redraw(reasons, table('Reasons, newest first', ['When', 'Device', 'Player', 'Position', 'Outcome', 'Reason'],
    steps.map(one => [ago(one.at), bdi(one.device), bdi(one.player ?? ''), one.position === undefined ? 'removed' : place(one), clean(one.outcome), bdi(one.why)])));
}
const drawSoon = framed(() => {drawPoint(); drawPicture();});

export const view = {
  nodes: [names, card, figure, history, el('details', el('summary', 'How this position was chosen'), reasons)],
  events: {point: heard, tick: ticked, reset: load, sync: () => {if (!hasSync && state.sync.state !== 'disabled') loadIn(0);}},
  start(name_) {
    item = name_;
    [entries, steps, aliases, source, live, problem, isLoaded] = [[], [], [], [], null, '', false];
    point = pointOf(item) ?? state.points.get(item) ?? null;
    draw();
    load();
  },
  stop() {
    generation += 1;
    clearTimeout(timer);
    due = 0;
  },
  resize: drawPicture,
};
