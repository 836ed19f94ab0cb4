// SPDX-License-Identifier: Apache-2.0
// The shared state: players, their points, alerts and sync, kept current by changes.
import {call, link} from './api.js';
import {fractionOf, now} from './format.js';

export const state = {
  players: new Map(),
  /** Resume points of the players' current items, by item; `null` if there is none. */
  points: new Map(),
  live: new Map(),
  titles: new Map(),
  alerts: new Map(),
  hiddenAlerts: new Set(),
  sync: null,
  health: null,
  isLoaded: false,
};

const listeners = new Map();

export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

export function emit(name, detail) {
  for (const listener of listeners.get(name) ?? []) listener(detail);
}

/** The seconds for which a position advances without a report of its player. */
const RUN_ON = 120;

export function livePlace(player) {
  const live = state.live.get(player.player);
  const point = state.points.get(player.item);
  const base = live?.item === player.item ? live : point && {...point, stamp: performance.now() - (now() - point.at)};
  if (!base) return null;
  // A book has no seconds that advance.
  if (fractionOf(base) !== null) return {position: 0, fraction: base.fraction};
  const elapsed = player.playing && base.status === 'playing' ? Math.min(RUN_ON, Math.max(0, performance.now() - base.stamp) / 1000) : 0;
  const duration = base.duration ?? point?.duration;
  return {position: Math.max(0, Math.min(base.position + elapsed * (base.rate ?? 1), duration || Infinity)), duration};
}

export function noteTitle({item, title}) {
  if (!title) return;
  if (state.titles.size > 20_000) state.titles.clear();
  state.titles.set(item, title);
}

/** Notes if a player plays, which its points and ticks show, not a change of the player. */
function notePlaying({player, item, status}) {
  const known = state.players.get(player);
  if (known?.item === item) known.playing = status === 'playing';
}

/** Notes an observation. Times of arrival are local, on a clock that never jumps. */
function observe(snapshot) {
  const age = snapshot.at ? Math.max(0, now() - snapshot.at) : 0;
  state.live.set(snapshot.player, {...snapshot, stamp: performance.now() - Math.min(age, 5000)});
  noteTitle(snapshot);
  notePlaying(snapshot);
}

/** Fetches the point of a player's current item, once. Unlike Get, this does not fail for an item without a point. */
export async function loadPoint({player, item}) {
  if (!item || state.points.has(item)) return;
  state.points.set(item, null);
  try {
    const {point} = await call('Playback.Resume', {player});
    if (point && !(state.points.get(point.item)?.revision > point.revision)) state.points.set(point.item, point);
    emit('players');
  } catch {
    // The player changed meanwhile, or the daemon is away: the next change has the point.
    state.points.delete(item);
  }
}

/** Notes where a request has moved a player. */
export function noteRequest(player, {playing, position = null}) {
  const {item, playing: known} = state.players.get(player) ?? {};
  if (!item || position === null) return;
  const live = state.live.get(player);
  observe({...(live?.item === item ? live : state.points.get(item)), item, player, position, status: playing ?? known ? 'playing' : 'paused', at: 0});
  emit('players');
}

/** Orders players: playing ones first, by name so that they keep their places, then by the last change. */
export const order = (a, b) => b.playing - a.playing || (!a.playing && b.revision - a.revision) || (a.player < b.player ? -1 : 1);

function setPlayer(player) {
  if (state.players.get(player.player)?.revision > player.revision) return;
  // A forgotten player has no members.
  const isGone = !player.item && !player.surfaces && !player.queue.length && !player.label && !player.obstacle;
  put(state.players, player.player, player, isGone);
}

/** The players forgotten and the alerts dismissed since the lists of them were asked for. */
const gone = new Set();
let loads = 0;

function put(map, key, value, isGone) {
  gone[isGone ? 'add' : 'delete'](key);
  if (isGone) map.delete(key); else map.set(key, value);
}

const setAlert = alert => put(state.alerts, alert.id, alert, alert.state === 'dismissed');

function applyPoint({kind, item, revision, point}) {
  const known = state.points.get(item);
  if (known?.revision > revision) return;
  const isRemoval = kind === 'cleared' || kind === 'expired';
  if (!isRemoval) noteTitle(point);
  if (kind === 'saved') observe({...point, rate: state.live.get(point.player)?.rate});
  if (kind === 'restored') notePlaying(point);
  if (known !== undefined) state.points.set(item, isRemoval ? null : point);
  emit('point', {kind, item, revision, point: isRemoval ? null : point});
  emit('players');
}

/** Applies a reply of Subscribe. Changes older than the loaded state are skipped. */
export function apply({changes = []}) {
  for (const change of changes) {
    if (change.point) applyPoint(change);
    else if (change.snapshot) {
      observe(change.snapshot);
      emit('tick', change.snapshot);
      emit('players');
    } else if (change.kind === 'player' && change.about) {
      setPlayer(change.about);
      emit('players');
    } else if (change.kind === 'alert' && change.about) {
      setAlert(change.about);
      emit('alerts');
    }
  }
}

/** Returns the entries of all pages of a method. */
async function listAll(method, member) {
  const all = [];
  for (let page = {}; page; page = page.cursor && {cursor: page.cursor}) {
    page = await call(method, page);
    all.push(...page[member]);
  }
  return all;
}

/** Returns the players of all pages. */
export const listPlayers = () => listAll('Session.ListPlayers', 'players');

/** Loads everything again; changes that arrive meanwhile are newer and are kept. */
export async function load() {
  const mine = ++loads;
  for (const map of [state.players, state.points, state.live, state.alerts, gone]) map.clear();
  try {
    const [players, alerts, {health}] = await Promise.all([listPlayers(), listAll('Session.ListAlerts', 'alerts'), call('Service.GetHealth')]);
    if (mine !== loads) return;
    for (const alert of alerts) if (!gone.has(alert.id) && !state.alerts.has(alert.id)) setAlert(alert);
    for (const player of players) if (!gone.has(player.player)) setPlayer(player);
    state.health = health;
    state.isLoaded = true;
    emit('reset');
  } catch (error) {
    if (mine === loads && link.state !== 'away') emit('failure', error);
  }
  emit('players');
  emit('alerts');
}
