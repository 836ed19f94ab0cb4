// SPDX-License-Identifier: Apache-2.0
// Changes that this page makes: each is shown in a toast, and can be undone there or by Ctrl+Z.
import {el, button, tool, icon, clean, byID} from './dom.js';
import {distance, isDigest, nameOf, quoted, errorWords} from './format.js';
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

/** Makes a change and shows a message; `work` returns a function that undoes the change, `FINAL`, or nothing. */
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
    fail('The change was not undone', error);
  }
}

document.addEventListener('keydown', event => {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.target.closest('input:not([type=range])')?.value) return;
  const latest = changes.find(change => change.undo);
  if (latest) {event.preventDefault(); takeBack(latest);}
});

// MARK: Points

export const clearPoint = (item, name) => act(`Cleared ${name}`, async () => {
  const {revision} = await call('Playback.Clear', {item});
  // The value may have changed since it was drawn; the history has the value that was cleared.
  const entries = await pastOf(item).catch(() => []);
  const cleared = entries.find(entry => entry.ending === 'cleared' && entry.revision < revision);
  return cleared ? () => call('Playback.Undo', {item, revision: cleared.revision}) : FINAL;
}, `${name} was not cleared`);

const pastOf = item => call('Playback.History', {item, limit: 100}).then(({entries}) => entries);

export const bringBack = (item, name, revision, former) => act(`Restored ${name}`, async () => {
  await call('Playback.Undo', {item, revision});
  return () => restorePoint(item, former);
}, `${name} was not restored`);

async function restorePoint(item, former) {
  if (!former) return call('Playback.Clear', {item});
  const entries = await pastOf(item);
  // A playing value may have advanced a little before it was displaced.
  const entry = entries.find(({revision}) => revision === former.revision) ?? entries.find(({aside, point}) =>
    !aside && point.player === former.player && Math.abs(distance(point) - distance(former)) < 60);
  if (!entry) throw new Error('The history does not have that position.');
  return call('Playback.Undo', {item, revision: entry.revision});
}

export const resolve = ({id, item}, name) => act(`Chose the other value of ${name}`, async () => {
  const former = await presentPoint(item);
  await call('Sync.ResolveConflict', {id});
  const present = await presentPoint(item);
  // A losing alias, or the removal of a missing point, changes no point.
  return present?.revision === former?.revision ? FINAL : () => restorePoint(item, former);
}, `The conflict about ${name} was not resolved`);

/** Returns an item's point, or `null`. Asks the list of removals first, since each refused Get is logged in the console. */
export async function presentPoint(item) {
  const {entries} = await call('Playback.ListRemoved', {limit: 100});
  if (entries.some(({point}) => point.item === item)) return null;
  return call('Playback.Get', {item}).then(({point}) => point, error => {
    if (error.name === 'NotFound' || error.name === 'Expired') return null;
    throw error;
  });
}

export const ask = (player, action, target) => call('Session.Request', {player, action, ...target})
  .then(reply => noteRequest(player, reply), error => fail('The request failed', error));

// MARK: Queues

const MOST_TRIES = 5;

const isSame = (a, b) => a.length === b.length && a.every((item, index) => item === b[index]);

/** Returns the items of a list without those of another; an item that occurs twice is removed once for each occurrence. */
function without(items, others) {
  const left = Map.groupBy(others, item => item);
  return items.filter(item => !left.get(item)?.pop());
}

/**
 * Replaces a queue with what `edit` makes of it, and returns that. A player that answers an order
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

/** Undoes the change from a former queue to a known one, but not what was played or added since. */
const undoStep = (player, former, known) => () => changeQueue(player, queue => {
  const items = without(former, without(known, queue));
  const left = Map.groupBy(known, item => item);
  let end = 0;
  // An item that was added since then stays behind the same item.
  for (const item of queue) {
    if (left.get(item)?.pop()) end = items.indexOf(item, end) + 1 || end;
    else items.splice(end++, 0, item);
  }
  return items;
});

/** Changes the queue that the user saw, unless it has changed since. */
export const editQueue = (player, text, seen, edit) => act(text, async () => undoStep(player, seen, await changeQueue(player, queue => {
  if (!isSame(queue, seen)) throw new Error(errorWords('QueueChanged'));
  return edit([...seen]);
})), 'The queue was not changed');

export const addToQueue = (player, text, item) => act(text, async () => {
  const reply = await call('Session.Enqueue', {player, items: [item]});
  noteQueue(player, reply);
  return undoStep(player, reply.queue.slice(0, -1), reply.queue);
}, 'The queue was not changed');

/** The time within which a player must begin to play a requested item. */
const BEGIN_MS = 6000;

async function playNow(player, item) {
  const reply = await (item ? call('Session.PlayNow', {player, item}) : call('Session.Skip', {player}));
  noteQueue(player, {item, ...reply});
  const told = item ?? reply.item;
  setTimeout(() => {
    if (told && state.players.get(player)?.item === told && state.live.get(player)?.item !== told) {
      fail(`${named(told)} has not started`, {message: `${clean(player)} did not respond.`});
    }
  }, BEGIN_MS);
}

/** Makes an item the current one, or without one the first of the queue. */
export const playNext = (player, text, item) => act(text, async () => {
  const {item: former, queue = []} = state.players.get(player) ?? {};
  mustRun(player, item ?? queue[0], '');
  await playNow(player, item);
  // A player without an item cannot be restored.
  if (!former) return FINAL;
  const seen = [former, ...queue];
  return async () => {
    // The queue gets all items before the player moves, so that a failure in between loses none.
    await changeQueue(player, now => [...seen, ...without(now, seen)]);
    await playNow(player, former);
    // The removal also removed equal items, and put the interrupted item first.
    await changeQueue(player, now => [...queue, ...without(now, [item ?? queue[0], ...queue])]);
  };
}, 'Request not sent');

/** True if a player can be told what to play; of the players on the session bus, which have a label, some can. */
const isOrdered = ({surfaces, label, obeys}) => surfaces && (!label || obeys?.includes('open'));

/** Throws an error if a player cannot be asked to play an item. */
function mustRun(player, item, reason) {
  const known = state.players.get(player) ?? {};
  if (isOrdered(known)) return;
  throw new Error(`${clean(known.label ?? player)} ${known.surfaces ? 'does not accept requests' : 'does not run'}${reason}; “statectl play${item ? ` ${quoted(item)}` : ''}” plays it.`);
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
  return [!isDigest(item) && tool(`Play ${name}`, 'play', () => playItem(point), `play/${item}`), tool(`Clear ${name}`, 'cross', () => clearPoint(item, name), `clear/${item}`)];
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

// An alert that was raised again in the meantime is shown again.
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
  // An undo also ends the toast.
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
}, 'Request not sent');

export const named = (item, title) => nameOf(item, title ?? state.titles.get(item));
