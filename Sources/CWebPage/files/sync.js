// SPDX-License-Identifier: Apache-2.0
// The view of devices and sync.
import {el, bdi, button, redraw, facts, table, clean, panel, sign} from './dom.js';
import {ago, span, number, place, nameOf, itemHash, itemLink} from './format.js';
import {call} from './api.js';
import {state} from './state.js';
import {act, resolve} from './actions.js';

const NAMES = {setup: 'Set-up', import: 'Import', export: 'Export'};
const PHASES = {notStarted: 'not started', inProgress: 'in progress'};

const box = el('div');
const rest = el('div');
const details = el('details', el('summary', 'Details'), rest);
let lists = {rounds: [], devices: [], conflicts: [], entries: []};
let problem = '';
let timer = 0;
let isBusy = false;

async function load() {
  timer = 0;
  if (state.sync && state.sync.state !== 'disabled') {
    try {
      const replies = await Promise.all([call('Sync.ListRounds', {limit: 200}), call('Sync.ListDevices'), call('Sync.ListConflicts'), call('Sync.ListOutbox')]);
      lists = Object.assign({}, ...replies);
      problem = '';
    } catch (error) {
      problem = error.message;
    }
  }
  draw();
}

/** Loads the lists after a delay, since a round changes the status several times. */
function loadSoon() {
  timer ||= setTimeout(load, 700);
  draw();
}

async function syncNow() {
  isBusy = true;
  draw();
  await act('Synced', async () => {await call('Sync.SyncNow');}, 'Sync failed');
  isBusy = false;
  load();
}

const retry = id => act('Retrying', async () => {
  await call('Sync.RetryFailed', {id});
  load();
}, 'The entry was not retried');

const toSend = ({pending, inFlight, failed}) =>
  Object.entries({pending, 'in flight': inFlight, failed}).filter(([, count]) => count).map(([word, count]) => `${number(count)} ${word}`).join(', ');

const statusPanel = sync => el('div.panel',
  el('p.lead', sign(sync.state, sync.state === 'idle' ? (sync.lastSuccessAt ? 'synced' : 'not synced yet') : sync.indicator.label || sync.state),
    sync.lastSuccessAt && el('small.dim', sync.state === 'idle' ? ' ' : ' synced ', ago(sync.lastSuccessAt))),
  sync.error && el('p.problem', bdi(sync.error)),
  el('p.dim', bdi(sync.remote ?? ''), sync.outbox.oldestAt && [`, ${toSend(sync.outbox)}, the oldest from `, ago(sync.outbox.oldestAt)],
    sync.volatile && '. A power failure may lose the newest entries in the remote store; this device keeps them for ten minutes.'),
  el('div.buttons', button(isBusy ? 'Syncing …' : 'Sync now', 'sync', syncNow, 'sync-now', isBusy),
    sync.outbox.failed > 0 && button(`Retry ${sync.outbox.failed} failed`, 'retry', () => retry(), 'retry-all')));

const side = (kind, head, value) => el(`div.side.${kind}`, el('h4', head),
  el('p.clock', value.removed ? 'removed' : value.alias ? 'an alias' : place(value)), value.title && el('p', bdi(value.title)),
  el('p.dim', value.player && [bdi(value.player), ' on ', bdi(value.device), ', '], ago(value.at)));

const conflictRow = conflict => {
  const {id, item, winner, loser, strategy, at} = conflict;
  const name = nameOf(item, winner.title ?? loser.title);
  return el('article.conflict', el('h4', el('a', {href: itemHash(item)}, bdi(name)), el('small.dim', ` decided by ${clean(strategy)} `, ago(at))),
    el('div.sides', side('winner', 'Holds', winner), side('loser', 'Lost', loser)),
    button('Use the other value', 'retry', async () => {if (await resolve(conflict, name)) load();}, `resolve-${id}`));
};

/** The smallest difference of two clocks that is shown, in milliseconds. */
const DISAGREEMENT_MS = 1000;

const clockText = ({clockOffsetMs: offset}) => Math.abs(offset) < DISAGREEMENT_MS ? '' : `, clock ${span(Math.abs(offset))} ${offset > 0 ? 'ahead' : 'behind'}`;

const deviceRow = device => [bdi(device.device), [device.device === state.sync.device ? 'this device' : ago(device.lastSeenAt) || 'never', device.lastSeenAt && clockText(device)]];

const entryRow = ({id, key, kind, state: name, error, attempts, createdAt, nextAttemptAt}) => [
  kind === 'event' ? bdi(key) : itemLink(key, state.titles.get(key)), kind, sign(name, name, error), String(attempts), ago(createdAt), ago(nextAttemptAt),
  name === 'failed' ? button('Retry', 'retry', () => retry(id), `retry-${id}`) : ''];

const roundRow = round => [String(round.number), ago(round.startedAt), span(round.endedAt - round.startedAt), sign(round.outcome, round.outcome, round.error),
  number(round.pushed), number(round.pulled), round.triggers.join(', ')];

const damagedPanel = ({damaged, damagedCount}) => damaged?.length > 0
  && panel('Damaged or missing files', el('p', 'The device that wrote a damaged file repairs it at its next sync.'),
    damagedCount > 0 && el('p', `These are the first of ${damagedCount} files.`),
    table('Damaged or missing files', ['Device', 'File', 'Reason'], damaged.map(({device, path, reason}) => [bdi(device), bdi(path), bdi(reason)])));

function draw() {
  const {sync} = state;
  details.hidden = !sync || sync.state === 'disabled';
  if (!sync) return redraw(box, el('p.empty', 'The state of sync is not known yet.'));
  if (sync.state === 'disabled') {
    return redraw(box, el('div.empty', el('p.lead', 'Sync is not set up.'), sync.error && el('p.problem', bdi(sync.error)),
      el('p', 'On each device, name a folder that a program such as Syncthing shares: ', el('code', 'statectl sync setup DIR'))));
  }
  const {rounds, devices, conflicts, entries} = lists;
  const outbox = entries.length > 0 && panel('Outbox', table('Entries to send', ['Entry', 'Kind', 'State', 'Attempts', 'Waiting since', 'Next try', ''], entries.map(entryRow)));
  const {failed} = sync.outbox;
  redraw(box, problem && el('p.problem', problem), statusPanel(sync), damagedPanel(sync), failed > 0 && outbox, conflicts.length > 0 && panel('Conflicts', conflicts.map(conflictRow)),
    devices.length > 0 && panel('Devices', table('Devices', ['Device', 'Last seen'], devices.map(deviceRow))));
  return redraw(rest, facts(['Network', sync.online ? 'online' : 'offline', sync.polling && ', checking regularly'],
    ...sync.phases.map(({name, state, startedAt, error}) => [NAMES[name] ?? name, sign(state, PHASES[state] ?? state, error), ' ', ago(startedAt)]),
    ['Delay of changes', sync.delay.count && `p50 ${span(sync.delay.p50)}, p99 ${span(sync.delay.p99)}`]),
  !failed && outbox,
  rounds.length > 0 && panel('Rounds', table('The last 20 rounds', ['Round', 'Began', 'Took', 'Outcome', 'Sent', 'Received', 'Reasons'], rounds.slice(0, 20).map(roundRow))));
}

export const view = {
  nodes: [box, details],
  events: {sync: loadSoon, reset: loadSoon},
  start() {draw(); load();},
  stop() {
    clearTimeout(timer);
    timer = 0;
  },
};
