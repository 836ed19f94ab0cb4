// SPDX-License-Identifier: Apache-2.0
// Calls to the daemon, and the one stream of events of this window.
import {noteServerTime, errorWords} from './format.js';

class CallError extends Error {
  constructor(name, words) {super(words); this.name = name;}
}

const AWAY = 'The daemon is away. Try again when it is back.';
/** The connection; a hidden window keeps it if `isKept`. */
export const link = {state: 'opening'};

export async function call(method, parameters = {}, options) {
  // Each failed call would be logged in the browser's console.
  if (link.state === 'away') throw new CallError('Away', AWAY);
  return (await post(`/call/io.stated.${method}`, parameters, options)).json();
}

export const post = (path, body, options) =>
  request(path, {method: 'POST', ...options, body: JSON.stringify(body), headers: {'Content-Type': 'application/json'}});

export async function request(path, options) {
  let response;
  try {
    response = await fetch(path, {cache: 'no-store', ...options});
  } catch {
    throw new CallError('Unreachable', 'The server does not answer. Try again.');
  }
  const date = Date.parse(response.headers.get('Date') ?? '');
  // The header has whole seconds.
  if (date) noteServerTime(date + 500);
  if (response.ok) return response;
  if (response.status === 401) location.assign('/sign-in');
  const {error, parameters} = await response.json().catch(() => ({}));
  if (/^[a-z]+(\.\w+)+$/.test(error)) throw new CallError(error.split('.').pop(), errorWords(error, parameters));
  throw new CallError('Failed', response.status === 502 ? AWAY : error ?? `The server answered with status ${response.status}.`);
}

/** The time after which a hidden window closes its connection, since a browser has six for each host. */
const HIDDEN_MS = 30_000;
/** The time without an event after which a connection counts as lost, as after a sleep; one comes each 15 s. */
const QUIET_MS = 40_000;
let source = null;
let heardAt = 0;
let token = '';
let pause = 1;
let handlers;
const timers = {};

function after(ms, name, work) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(work, ms);
}

function setLink(state) {
  clearTimeout(timers.lost);
  if (link.state === state) return;
  link.state = state;
  handlers.link();
}

function listen(name, handle) {
  source.addEventListener(name, event => {
    heardAt = Date.now();
    token = event.lastEventId || token;
    handle(JSON.parse(event.data || '{}'));
  });
}

function open() {
  source?.close();
  clearTimeout(timers.retry);
  heardAt = Date.now();
  source = new EventSource(token ? `/events?after=${encodeURIComponent(token)}` : '/events');
  // A stream that continues after a token does not send the current state.
  source.onopen = () => {
    pause = 1;
    link.words = undefined;
    setLink(link.state === 'lost' ? 'open' : link.state);
  };
  source.onerror = () => {
    // A short gap, as in a restart of the server, is not reported.
    after(2000, 'lost', () => setLink('lost'));
    // The browser itself tries again unless the server answered with an error.
    if (source.readyState !== EventSource.CLOSED) return;
    after(pause * 1000, 'retry', open);
    pause = Math.min(15, pause * 2);
    // The stream does not show the response; this call finds an ended session, or the message of a limit.
    request(source.url).then(({body}) => body.cancel(), ({name, message}) => {
      if (name === 'Failed') link.words = message;
    });
  };
  listen('hello', () => {
    setLink('open');
    // The daemon may be away; the next event says so.
    loadIn(50);
  });
  listen('message', data => {setLink('open'); handlers.changes(data);});
  listen('sync', data => handlers.sync(data));
  listen('lost', () => setLink('away'));
  listen('back', () => {setLink('open'); handlers.back();});
  listen('alive', () => link.state === 'lost' && setLink('open'));
  // A new position follows: what is loaded after it is not older.
  listen('resync', () => loadIn(1000));
}

const loadIn = ms => after(ms, 'fresh', () => link.state === 'open' && handlers.fresh());

function hide() {
  after(HIDDEN_MS, 'hidden', () => {
    if (link.isKept) return hide();
    source.close();
    clearTimeout(timers.retry);
    clearTimeout(timers.lost);
  });
}

export function follow(given) {
  handlers = given;
  open();
  setInterval(() => {
    if ((document.hidden && !link.isKept) || source.readyState === EventSource.CLOSED || Date.now() - heardAt < QUIET_MS) return;
    setLink('lost');
    open();
  }, 5000);
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timers.hidden);
    if (document.hidden) hide();
    else if (source.readyState === EventSource.CLOSED) {
      pause = 1;
      open();
    }
  });
  // A tab that is opened in the background gets no visibility event.
  if (document.hidden) hide();
}
