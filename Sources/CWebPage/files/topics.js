// SPDX-License-Identifier: Apache-2.0
// The view of topics: the current values of keys, and the history of one of them.
import {el, bdi, button, icon, redraw, table, panel, clean} from './dom.js';
import {ago} from './format.js';
import {call} from './api.js';
import {act} from './actions.js';

const PAGE = 100;

const again = () => {most = PAGE; load();};
const topic = el('input', {type: 'search', 'aria-label': 'Topic', placeholder: 'All topics', onchange: again});
const only = el('select', {'aria-label': 'Values', onchange: again}, ['All values', 'Only conflicts'].map((text, value) => el('option', {value: value || ''}, text)));
const box = el('div');
let values = [];
/** The event whose key's history is shown. */
let chosen = null;
let present = null;
/** The newest events of that key, newest first. */
let past = [];
let cursor = null;
let most = PAGE;
let problem = '';
let generation = 0;
let timer = 0;

const at = ({topic, key}) => ({topic, key});

async function load() {
  const mine = ++generation;
  const parameters = {topic: topic.value.trim() || undefined, conflicts: Boolean(only.value)};
  const found = [];
  try {
    do {
      const page = await call('Events.Latest', parameters);
      found.push(...page.events);
      parameters.cursor = page.cursor;
    } while (parameters.cursor && found.length < most);
    const [one] = chosen ? (await call('Events.Latest', at(chosen))).events : [];
    // A new current value changes which values are lost.
    let events = one?.id === present?.id ? past : [];
    for (let page = {more: chosen, next: events[0]?.sequence}; page.more;) {
      page = await call('Events.List', {...at(chosen), after: page.next});
      events = [...page.events.reverse(), ...events].slice(0, PAGE);
    }
    if (mine !== generation) return;
    [values, cursor, present, past, problem] = [found, parameters.cursor, one, events, ''];
  } catch (error) {
    if (mine !== generation) return;
    problem = error.message;
  }
  draw();
}

const undo = ({id, ...event}) => call('Events.Undo', {...at(event), id}).then(load);
const clear = event => call('Events.Clear', at(event)).then(load);

const change = (text, event, work, former) => act(`${text} ${clean(event.key)}`, async () => {
  await work(event);
  return () => former ? undo(former) : clear(event);
}, `${clean(event.key)} was not changed`);

function choose(event) {
  [chosen, present, past] = [event, null, []];
  load();
}

const cells = event => [event.cleared ? 'cleared' : el('code', clean(JSON.stringify(event.body))), bdi(event.origin), ago(event.at)];

const row = event => [bdi(event.topic), bdi(event.key), ...cells(event),
  [button('History', 'log', () => choose(event), `h/${event.id}`), !event.cleared && button('Clear', 'cross', () => change('Cleared', event, clear, event), `c/${event.id}`)]];

const pastRow = event => [...cells(event), event.lost && 'lost in a conflict',
  // Even the current value can be restored, which ends a conflict.
  !event.cleared && button('Restore', 'undo', () => change('Restored', event, undo, present), `r/${event.id}`)];

const draw = () => redraw(box, problem && el('p.problem', problem),
  chosen && panel(`History of ${clean(chosen.key)}`, table('History', ['Value', 'Device', 'When', '', ''], past.map(pastRow)), button('Close', 'cross', () => choose(null), 'close')),
  values.length ? el('div.panel', table('Current values', ['Topic', 'Key', 'Value', 'Device', 'When', ''], values.map(row)), cursor && button('More', 'down', () => {most += PAGE; load();}, 'more')) : el('p.empty', 'There are no values.'));

export const view = {
  nodes: [el('div.filters', el('span.field', icon('search'), topic), only), box],
  events: {reset: load},
  start() {
    load();
    timer = setInterval(() => {if (!document.hidden && !only.value) load();}, 5000);
  },
  stop() {clearInterval(timer);},
};
