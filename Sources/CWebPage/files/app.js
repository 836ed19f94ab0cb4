// SPDX-License-Identifier: Apache-2.0
// The start of the page: the router, the header, and the stream that feeds the views.
import {el, icon, clean, framed, byID} from './dom.js';
import {refreshTimes, itemHash} from './format.js';
import {follow, post, link} from './api.js';
import {state, on, emit, load, apply} from './state.js';
import {reset as resetPoints} from './points.js';
import {fail} from './actions.js';
import {view as now} from './now.js';
import {view as library} from './library.js';
import {view as item} from './item.js';
import {view as sync} from './sync.js';
import {view as topics} from './topics.js';
import {view as health} from './health.js';

const views = {now, library, item, sync, topics, health};
let shown = '';
let stops = [];
const sizes = new ResizeObserver(framed(() => views[shown].resize?.()));

function route() {
  const [, name, rest = ''] = /^#(\w+)(?:=(.*))?$/s.exec(location.hash) ?? [];
  const before = shown;
  let parameter = rest;
  // An address that is not encoded is used unchanged.
  try {parameter = decodeURIComponent(rest);} catch {}
  views[before]?.stop?.();
  stops.forEach(stop => stop());
  sizes.disconnect();
  shown = views[name] && (name !== 'item' || rest) ? name : 'now';
  const view = views[shown];
  for (const key of Object.keys(views)) byID(key).hidden = key !== shown;
  document.body.dataset.view = shown;
  for (const anchor of document.querySelectorAll('nav a')) {
    anchor.ariaCurrent = anchor.hash === `#${shown}` || (shown === 'item' && anchor.hash === '#library') ? 'page' : null;
  }
  const title = byID(`${shown}-title`);
  document.title = `${title.textContent} – stated`;
  const root = title.nextElementSibling;
  root.replaceChildren(...view.nodes);
  stops = Object.entries(view.events).map(([event, listener]) => on(event, listener));
  view.start(parameter);
  sizes.observe(root);
  scrollTo(0, 0);
  // The focus of a link in the view before would be lost; one in the header stays where it is.
  if (shown === 'library' && before === 'item') library.focus();
  else if (before && !document.activeElement.closest('header')) title.focus({preventScroll: true});
}

const ICONS = {'emblem-synchronizing-symbolic': 'sync', 'cloud-offline-symbolic': 'cloud-off'};

/** Shows the state of sync, or nothing if all is well. */
function drawIndicator() {
  const node = byID('sync-indicator');
  const {icon: name, label, tone} = state.sync.indicator;
  node.hidden = !name;
  node.dataset.tone = tone;
  node.title = `Sync: ${clean(label)}`;
  node.replaceChildren(icon(ICONS[name] ?? 'warn'), el('span', clean(label)));
}

function drawBanner() {
  const text = {away: 'The daemon is away; changes will appear when it is back.', lost: link.words ?? 'Connection lost; trying again.'}[link.state];
  byID('banner').hidden = !text;
  byID('banner').textContent = text ?? '';
}

const topicsLink = document.querySelector('[href="#topics"]');

async function loadAll() {
  await load();
  if (state.isLoaded) resetPoints();
}

for (const anchor of document.querySelectorAll('nav a')) anchor.prepend(icon(anchor.hash.slice(1)));
const signOut = byID('sign-out');
signOut.append(icon('out'));
signOut.hidden = !document.documentElement.dataset.signedIn;
signOut.onclick = () => post('/sign-out', {}).then(() => location.assign('/sign-in'), error => fail('The sign-out failed', error));

// An address that works without JavaScript leads to the same view with it.
const asked = new URLSearchParams(location.search);
if (asked.has('item')) history.replaceState(null, '', `/${itemHash(asked.get('item'))}`);
else if (asked.has('cursor')) history.replaceState(null, '', '/#library');

byID('server-notice').replaceChildren();
document.querySelector('.skip-link').onclick = event => {
  event.preventDefault();
  byID('main').focus();
};
addEventListener('hashchange', route);
on('sync', drawIndicator);
on('link', drawBanner);
on('reset', () => {topicsLink.hidden = !state.health.events;});
on('failure', error => fail('The state could not be loaded', error));
route();
follow({
  fresh: loadAll,
  // The stream continues without a gap, but the connected players must be requested again.
  back: () => state.isLoaded ? load() : loadAll(),
  changes: apply,
  sync(status) {state.sync = status; emit('sync');},
  link: () => emit('link'),
});
setInterval(() => {if (!document.hidden) refreshTimes();}, 5000);
