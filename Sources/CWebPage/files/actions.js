// SPDX-License-Identifier: Apache-2.0
// Changes that this page makes: each is shown in a toast, and can be undone there or by Ctrl+Z.
import {el, button, tool, icon, clean, byID} from './dom.js';
import {distance, nameOf, quoted, errorWords} from './format.js';
import {call} from './api.js';
import {state, on, emit, listPlayers, noteRequest} from './state.js';

const TOAST_MS = 10_000;
const KEPT = 20;
/** The changes of this page, the newest first: `{text, undo}`. */
let changes = [];
const region = byID('toasts');

/** Shows a message, with a button if it has `undo`, and calls `ended` once it is gone. Returns a function that closes it. */
function toast(text, {undo, isError, ended} = {}) {
  // A message without a button disappears sooner.
  const time = undo || isError ? TOAST_MS : TOAST_MS / 2;
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    if (!node.isConnected) return;
    const hadFocus = node.contains(document.activeElement);
    node.remove();
    if (hadFocus) byID('main').focus({preventScroll: true});
    ended?.();
  };
  const run = () => {
    clearTimeout(timer);
    if (!node.matches(':hover, :focus-within')) timer = setTimeout(end, time);
  };
  // It stays while the pointer or the focus is in it.
  const hold = () => clearTimeout(timer);
  const node = el(isError ? 'div.toast.error' : 'div.toast', {onpointerenter: hold, onpointerleave: run, onfocusin: hold, onfocusout: () => setTimeout(run)},
    isError && icon('warn'), el('span', text),
    undo && button('Undo', 'undo', () => {undo(); end();}), tool('Close', 'cross', end));
  region.append(node);
  run();
  return end;
}

export const fail = (what, error) => toast(`${what}: ${error.message}`, {isError: true});

const FINAL = '. This cannot be undone.';

/** Tells of a change once `work` has made it; `work` returns how to undo it, `FINAL`, or nothing. */
export async function act(text, work, failure) {
  try {
    const undo = await work();
    if (undo && undo !== FINAL) remember({text, undo}); else toast(text + (undo ?? ''));
    return true;
  } catch (error) {
    fail(failure, error);
    return false;
  }
}

function remember(change, ended) {
  change.end = toast(change.text, {undo: () => takeBack(change), ended});
  changes = [change, ...changes].slice(0, KEPT);
}

async function takeBack(change, words = `Undone: ${change.text}`) {
  const {undo} = change;
  if (!undo) return;
  change.undo = null;
  change.end();
  try {
    await undo();
    toast(words);
  } catch (error) {
    change.undo = undo;
    fail('Could not be undone', error);
  }
}

document.addEventListener('keydown', event => {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.target.closest('input, select')) return;
  const latest = changes.find(change => change.undo);
  if (latest) {event.preventDefault(); takeBack(latest);}
});

// MARK: Points

export const clearPoint = (item, name) => act(`Cleared ${name}`, async () => {
  const {revision} = await call('Playback.Clear', {item});
  // The value may have moved on since it was drawn; the history knows what was cleared.
  const entries = await pastOf(item).catch(() => []);
  const cleared = entries.find(entry => entry.ending === 'cleared' && entry.revision < revision);
  return cleared ? () => call('Playback.Undo', {item, revision: cleared.revision}) : FINAL;
}, `${name} was not cleared`);

const pastOf = item => call('Playback.History', {item, limit: 100}).then(({entries}) => entries);

export const bringBack = (item, name, revision, former) => act(`Brought back ${name}`, async () => {
  await call('Playback.Undo', {item, revision});
  return () => restorePoint(item, former);
}, `${name} was not brought back`);

async function restorePoint(item, former) {
  if (!former) return call('Playback.Clear', {item});
  const entries = await pastOf(item);
  // A value that plays may have moved on a little before it was displaced.
  const entry = entries.find(({revision}) => revision === former.revision) ?? entries.find(({ending, point}) =>
    ending !== 'quarantined' && point.player === former.player && Math.abs(distance(point) - distance(former)) < 60);
  if (!entry) throw new Error('The history no longer has that position.');
  return call('Playback.Undo', {item, revision: entry.revision});
}

export const resolve = ({id, item}, name) => act(`Resolved ${name} the other way`, async () => {
  const former = await presentPoint(item);
  await call('Sync.ResolveConflict', {id});
  const present = await presentPoint(item);
  // An alias that lost, or a removal of what is not there, changes no point.
  return present?.revision === former?.revision ? FINAL : () => restorePoint(item, former);
}, `The conflict over ${name} was not resolved`);

/** Returns an item's point, or `null`. The list of removals tells first, since a refused Get fills the console. */
export async function presentPoint(item) {
  const {entries} = await call('Playback.ListRemoved', {limit: 100});
  if (entries.some(({point}) => point.item === item)) return null;
  return call('Playback.Get', {item}).then(({point}) => point, error => {
    if (error.name === 'NotFound' || error.name === 'Expired') return null;
    throw error;
  });
}

export const ask = (player, action, target) => call('Session.Request', {player, action, ...target})
  .then(reply => noteRequest(player, reply), error => fail('Not done', error));

// MARK: Queues

const MOST_TRIES = 5;

const isSame = (a, b) => a.length === b.length && a.every((item, index) => item === b[index]);

/** Returns the items of a list that another list lacks, each as often as it stands there less often. */
function without(items, others) {
  const counts = new Map();
  for (const item of others) counts.set(item, (counts.get(item) ?? 0) + 1);
  return items.filter(item => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

/**
 * Replaces a queue by what `edit` makes of it, and returns that. A player that answers an order
 * changes its revision, mostly without the queue, so the change is tried again on what there is.
 */
async function changeQueue(player, edit) {
  let {queue = [], revision = 0} = state.players.get(player) ?? {};
  for (let tries = 1; ; tries += 1) {
    const items = edit(queue);
    if (isSame(items, queue)) return items;
    try {
      noteQueue(player, {queue: items, ...await call('Session.SetQueue', {player, items, ifRevision: revision})});
      return items;
    } catch (error) {
      if (error.name !== 'QueueChanged' || tries === MOST_TRIES) throw error;
    }
    ({queue, revision} = (await listPlayers()).find(one => one.player === player) ?? {queue: [], revision: 0});
  }
}

/** Takes back the step from a former queue to a known one; what was played or added since stays so. */
const undoStep = (player, former, known) => () =>
  changeQueue(player, queue => [...without(former, without(known, queue)), ...without(queue, known)]);

/** Changes the queue that a person saw, unless it is another one by now. */
export const editQueue = (player, text, seen, edit) => act(text, async () => undoStep(player, seen, await changeQueue(player, queue => {
  if (!isSame(queue, seen)) throw new Error(errorWords('QueueChanged'));
  return edit([...seen]);
})), 'The queue was not changed');

export const addToQueue = (player, text, item) => act(text, async () => {
  const reply = await call('Session.Enqueue', {player, items: [item]});
  noteQueue(player, reply);
  return undoStep(player, reply.queue.slice(0, -1), reply.queue);
}, 'The queue was not changed');

/** The time that a player has to begin what it is told. */
const BEGIN_MS = 6000;

async function playNow(player, item) {
  const reply = await (item ? call('Session.PlayNow', {player, item}) : call('Session.Skip', {player}));
  noteQueue(player, {item, ...reply});
  const told = item ?? reply.item;
  setTimeout(() => {
    if (told && state.players.get(player)?.item === told && state.live.get(player)?.item !== told) {
      fail(`${named(told)} has not begun`, {message: `${clean(player)} does not follow the page.`});
    }
  }, BEGIN_MS);
}

/** Makes an item the current one, or without one the first of the queue. */
export const playNext = (player, text, item) => act(text, async () => {
  const {item: former, queue = []} = state.players.get(player) ?? {};
  mustRun(player, item ?? queue[0], '');
  await playNow(player, item);
  // A player cannot be brought back to playing nothing.
  if (!former) return FINAL;
  const seen = [former, ...queue];
  return async () => {
    // The queue has all of it before the player moves, so that nothing is lost whatever happens in between.
    await changeQueue(player, now => [...seen, ...without(now, seen)]);
    await playNow(player, former);
    // The removal also took out equal items, and what the former item interrupts was put first.
    await changeQueue(player, now => [...queue, ...without(now, [item ?? queue[0], ...queue])]);
  };
}, 'The player was not moved on');

/** A player on the bus, which is known by its label, cannot be told what to play. */
const isOrdered = ({surfaces, label}) => surfaces && !label;

/** Throws an error, in statectl's words, if a player is not there to do what it is asked. */
function mustRun(player, item, reason) {
  const known = state.players.get(player) ?? {};
  if (isOrdered(known)) return;
  throw new Error(`${clean(known.label ?? player)} does not ${known.surfaces ? 'take orders' : 'run'}${reason}; “statectl play${item ? ` ${quoted(item)}` : ''}” plays it.`);
}

/** Plays an item on the player that had it last, or else on one that runs. */
export function playItem({item, title, player}) {
  const running = [...state.players.values()].filter(isOrdered);
  const one = running.find(other => other.player === player) ?? running.find(({playing}) => playing) ?? running[0] ?? {player};
  return playNext(one.player, `Playing ${named(item, title)} on ${clean(one.label ?? one.player)}`, item);
}

/** Returns the buttons that play an item, and clear it. */
export function itemTools(point) {
  const {item, title} = point;
  const name = named(item, title);
  return [tool(`Play ${name}`, 'play', () => playItem(point), `play/${item}`), tool(`Clear ${name}`, 'cross', () => clearPoint(item, name), `clear/${item}`)];
}

function noteQueue(name, change) {
  const player = state.players.get(name);
  if (!player || change.revision < player.revision) return;
  state.players.set(name, {...player, ...change, playing: player.playing && !change.item});
  emit('players');
}

// MARK: Alerts

const pending = new Map();

/** Hides an alert at once, and dismisses it once the toast is gone: a dismissal cannot be undone. */
export function dismissAlert({id, title}) {
  const change = {alert: state.alerts.get(id), text: `Dismissed “${clean(title)}”`, undo: async () => {pending.delete(id); hide(id, false);}};
  hide(id, true);
  pending.set(id, change);
  remember(change, () => sendDismissal(id));
}

// An alert that was raised again in the meantime tells something that nobody has seen.
on('alerts', () => {
  for (const [id, change] of pending) {
    const before = change.alert;
    const alert = change.alert = state.alerts.get(id) ?? before;
    if (alert?.state === 'raised' && (alert.state !== before.state || alert.message !== before.message)) takeBack(change, `Raised again: “${clean(alert.title)}”`);
  }
});

function hide(id, isHidden) {
  state.hiddenAlerts[isHidden ? 'add' : 'delete'](id);
  emit('alerts');
}

async function sendDismissal(id, options) {
  const change = pending.get(id);
  // An undo ends the toast, too.
  if (!change?.undo) return;
  pending.delete(id);
  change.undo = null;
  try {
    await call('Session.DismissAlert', {id}, options);
    state.alerts.delete(id);
  } catch (error) {
    if (error.name !== 'AlertNotFound') fail('The alert was not dismissed', error);
  }
  hide(id, false);
}

addEventListener('pagehide', () => {for (const id of [...pending.keys()]) sendDismissal(id, {keepalive: true});});

export const retryAlert = ({id, player, item}) => act('Asked the player to try again', async () => {
  if (player) mustRun(player, item, ', so it cannot try again');
  await call('Session.RetryAlert', {id});
}, 'The player was not asked');

export const named = (item, title) => nameOf(item, title ?? state.titles.get(item));
