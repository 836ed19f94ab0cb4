// SPDX-License-Identifier: Apache-2.0
// The view of the daemon itself: its health, and the problems.
import {el, bdi, redraw, sign} from './dom.js';
import {ago, counted, size} from './format.js';
import {call, link} from './api.js';
import {state} from './state.js';

const EVERY_MS = 2000;

const status = el('div');
const problems = el('div.panel');
let failedRounds = [];
let timer = 0;
let problem = '';

async function sample() {
  if (link.state !== 'open' || document.hidden) return;
  try {
    ({health: state.health} = await call('Service.GetHealth'));
    problem = '';
  } catch (error) {
    problem = error.message;
  }
  draw();
}

function drawStatus() {
  const {health} = state;
  redraw(status, !health ? el('p.empty', problem || 'Loading …') : el('div.panel',
    el('p.lead', sign(health.status === 'ok' ? 'succeeded' : 'failed', `stated ${health.version} is ${health.status}`)),
    health.problems.length > 0 && el('ul.problems', health.problems.map(text => el('li', bdi(text)))), problem && el('p.problem', problem),
    el('p.dim', `${counted(health.points, 'resume point')} in `, bdi(health.storePath), `, ${size(health.storeBytes)}, started `, ago(health.startedAt))));
}

function drawProblems() {
  const list = [
    ...[...state.alerts.values()].map(({title, message, raisedAt}) => ({what: 'Alert', text: `${title}. ${message}`, at: raisedAt})),
    ...failedRounds.map(({outcome, error, startedAt}) => ({what: 'Sync', at: startedAt, text: `A round ${outcome === 'offline' ? 'found the remote store offline' : 'failed'}${error ? `: ${error}` : '.'}`})),
  ].sort((a, b) => b.at - a.at);
  // Equal messages are shown once, with the newest time.
  const grouped = Map.groupBy(list, ({what, text}) => what + text);
  redraw(problems, el('h3', 'Problems, newest first'), list.length
    ? el('ol.log', [...grouped.values()].slice(0, 40).map(([{what, text, at}, ...others]) => el('li', el('span.chip', what),
      el('span', bdi(text), others.length > 0 && el('span.dim', ` ${others.length + 1} times, last`)), el('span.dim', ago(at)))))
    : el('p.dim', 'None.'));
}

async function loadRounds() {
  if (!state.sync || state.sync.state === 'disabled') return;
  try {
    const {rounds} = await call('Sync.ListRounds', {limit: 200});
    failedRounds = rounds.filter(({outcome}) => outcome !== 'succeeded');
    drawProblems();
  } catch {
    // The log is shown without them; the rest of the view reports the error.
  }
}

function draw() {
  drawStatus();
  drawProblems();
}

export const view = {
  nodes: [status, problems],
  events: {alerts: drawProblems, sync: loadRounds, reset: sample},
  start() {
    draw();
    sample();
    loadRounds();
    timer = setInterval(sample, EVERY_MS);
  },
  stop() {clearInterval(timer);},
};
