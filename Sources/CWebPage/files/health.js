// SPDX-License-Identifier: Apache-2.0
// The view of the daemon itself: its health, its figures as they change, and the last problems.
import {el, bdi, redraw, facts, panel, sign} from './dom.js';
import {ago, number, span} from './format.js';
import {call, request, link} from './api.js';
import {state} from './state.js';
import {parse, sum, buckets, quantile} from './metrics.js';
import {line, histogram} from './plot.js';

const EVERY_MS = 2000;
const KEPT = 60;

const status = el('div');
const figures = el('div.figures');
const problems = el('div.panel');
let samples = [];
let latest = null;
let failedRounds = [];
let timer = 0;
let problem = '';

async function sample() {
  if (link.state !== 'open' || document.hidden) return;
  try {
    const [text, {health}] = await Promise.all([request('/metrics').then(response => response.text()), call('Service.GetHealth')]);
    latest = parse(text);
    state.health = health;
    problem = '';
    const saves = sum(latest, 'stated_saves_total');
    // A counter that fell is that of another run of the daemon.
    if (saves < samples.at(-1)?.saves) samples = [];
    samples = [...samples.slice(-KEPT), {at: performance.now(), saves}];
  } catch (error) {
    problem = error.message;
  }
  draw();
}

function drawStatus() {
  const {health} = state;
  redraw(status, !health ? el('p.empty', problem || 'Loading …') : el('div.panel',
    el('p.lead', health.status === 'ok' ? sign('succeeded', 'All is well') : sign('failed', 'Something needs you')),
    health.problems.length > 0 && el('ul.problems', health.problems.map(text => el('li', bdi(text)))), problem && el('p.problem', problem),
    facts(['Resume points', number(health.points)], ['Events', number(health.events)], ['Subscribers', number(health.subscribers)],
      ['Connections', number(health.connections)], ['Version', bdi(health.version)], ['Up since', ago(health.startedAt)],
      ['Restored in', span(health.restoredMs)], ['Store', bdi(health.storePath), ` (${number(health.storeBytes / 1e6, 1)} MB)`])));
}

function drawFigures() {
  if (!latest) return;
  const width = Math.max(220, (figures.firstChild ?? figures).clientWidth - 34);
  const rates = samples.slice(1).map((after, index) => 1000 * (after.saves - samples[index].saves) / (after.at - samples[index].at));
  const commits = buckets(latest, 'stated_commit_seconds');
  const batches = buckets(latest, 'stated_commit_batch');
  const total = sum(latest, 'stated_commit_seconds_count');
  const marks = [[0.5, 'p50'], [0.99, 'p99']].map(([share, text]) => ({text, ...quantile(commits, share)}))
    .filter(({value}) => value);
  const words = marks.map(({text, isMore, value}) => `${text} ${isMore ? 'over ' : ''}${span(value * 1000)}`).join(', ') || 'none yet';
  const rate = rates.length ? number(rates.at(-1), 1) : '…';
  const average = total ? `${number(sum(latest, 'stated_commit_batch_sum') / total, 1)} on average` : 'none yet';
  const figure = (title, value, plot) => el('figure.panel', el('figcaption', el('h3', title), el('span.clock', value)), plot);
  redraw(figures,
    figure('Saves per second', rate, line(rates, KEPT, width, `Saves per second, now ${rate}`, 'last two minutes')),
    figure('Commit times since the start', words, histogram(commits, width, `Durations of ${number(total)} commits: ${words}`, bound => span(bound * 1000), marks)),
    figure('Answers in one commit', average, histogram(batches, width, `Answers in one commit: ${average}`, number)));
}

function drawProblems() {
  const list = [
    ...(state.health?.problems ?? []).map(text => ({what: 'Health', text, at: Infinity})),
    ...[...state.alerts.values()].map(({title, message, raisedAt}) => ({what: 'Alert', text: `${title}. ${message}`, at: raisedAt})),
    ...failedRounds.map(round => ({what: 'Sync', at: round.startedAt, text: `Round ${round.number}: ${round.outcome}. ${round.error ?? ''}`})),
    ...state.losses.map(({at, endedAt, kind, why}) => ({what: 'Connection', at,
      text: `${kind === 'away' ? 'The daemon was away' : 'The server did not answer'}${endedAt ? ` for ${span(endedAt - at)}` : ''}${why ? `: ${why}` : '.'}`})),
  ].sort((a, b) => b.at - a.at || 0).slice(0, 40);
  redraw(problems, el('h3', 'Last problems'), list.length
    ? el('ol.log', list.map(({what, text, at}) => el('li', el('span.chip', what), bdi(text), el('span.dim', at === Infinity ? 'now' : ago(at)))))
    : el('p.dim', 'None.'));
}

async function loadRounds() {
  if (!state.sync || state.sync.state === 'disabled') return;
  try {
    const {rounds} = await call('Sync.ListRounds', {limit: 200});
    failedRounds = rounds.filter(({outcome}) => outcome !== 'succeeded').slice(0, 20);
    drawProblems();
  } catch {
    // The log does without them; the other parts of the view say what is wrong.
  }
}

function draw() {
  drawStatus();
  drawFigures();
  drawProblems();
}

export const view = {
  nodes: [status, figures, problems],
  events: {alerts: drawProblems, link: drawProblems, sync: loadRounds, reset: sample},
  start() {
    samples = [];
    draw();
    sample();
    loadRounds();
    timer = setInterval(sample, EVERY_MS);
  },
  stop() {clearInterval(timer);},
  resize: drawFigures,
};
