// SPDX-License-Identifier: Apache-2.0
// The view of what plays now: alerts, a card for each player that runs, and what to continue.
import {el, bdi, button, tool, icon, redraw, framed, clean, byID, mini} from './dom.js';
import {clock, place as placeOf, fractionOf, share, percent, ago, nameOf, itemHash, itemLink, counted} from './format.js';
import {state, order, livePlace, loadPoint} from './state.js';
import {ask, dismissAlert, retryAlert, itemTools} from './actions.js';
import {points, seriesKey} from './points.js';
import {Queue} from './queue.js';
import {keys, showKeys} from './keys.js';

const OBSTACLES = {
  noName: 'Its items have no lasting names, so nothing is stored.',
  noPosition: 'It does not report its position, so nothing is stored.',
  cannotSeek: 'It cannot seek, so it is not resumed.',
  privateWindow: 'Its window is private, so nothing is stored.',
  excluded: 'It is excluded.',
};
const STATUS_ICONS = {playing: 'play', paused: 'pause', failed: 'warn'};
/** The number of cards that are shown; a user may have ten thousand players. */
const MOST_CARDS = 100;
/** The number of items that are offered to be continued. */
const OFFERED = 8;
const cards = new Map();
const alertBox = el('div.alerts', {role: 'region', 'aria-label': 'Alerts', 'aria-live': 'polite'});
const cardBox = el('div.cards');
const more = el('p.note');
const offers = el('ul');
const offerBox = el('div.offers', {hidden: true}, el('h3', 'Continue'), offers, el('a', {href: '#library'}, 'All resume points'));
const empty = el('div.empty', {hidden: true}, el('p.lead', 'Nothing has played yet.'),
  el('p', 'Save a first position with ', el('code', 'statectl save film.mkv --position 1:02:03'), ', or play a file with mpv.'));

/** The buttons and the slider of a player, for the actions that it accepts. */
class Transport {
  previous = tool('Previous', 'previous', () => ask(this.name, 'previous'));
  next = tool('Next', 'skip', () => ask(this.name, 'next'));
  toggle = button('', 'pause', () => ask(this.name, this.playing ? 'pause' : 'play'));
  steps = [-30, -10, 10, 30].map(offset => el('button', {
    'aria-label': `${Math.abs(offset)} seconds ${offset < 0 ? 'back' : 'forward'}`, onclick: () => ask(this.name, 'seek', {offset}),
  }, `${offset < 0 ? '\u2212' : '+'}${Math.abs(offset)}`));
  /** A move of the slider that the player has not executed yet: `{isSent}`. */
  held = null;
  slider = el('input.seek', {
    type: 'range', 'aria-label': 'Position', oninput: () => {this.held = {}; this.say();}, onchange: () => this.seek(),
    onpointerup: () => this.release(), onpointercancel: () => this.release(),
  });
  node = el('div.transport', this.previous, this.steps.slice(0, 2), this.toggle, this.steps.slice(2), this.next);

  constructor(name, clock) {
    Object.assign(this, {name, clock});
  }

  async seek() {
    const move = this.held = {isSent: true};
    await ask(this.name, 'seek', {position: this.slider.valueAsNumber});
    if (this.held === move) this.held = null;
  }

  /** Cancels a move that ends where it began, for which the browser sends no change event. */
  release() {
    setTimeout(() => {if (!this.held?.isSent) this.held = null;});
  }

  say() {
    const text = clock(this.slider.valueAsNumber);
    this.slider.ariaValueText = text;
    if (this.held) this.clock.textContent = text;
  }

  update({obeys = [], playing}) {
    this.playing = playing;
    const other = playing ? 'pause' : 'play';
    const lacks = action => !obeys.includes(action);
    this.canSeek = !lacks('seek');
    for (const step of this.steps) step.hidden = !this.canSeek;
    this.previous.hidden = lacks('previous');
    this.next.hidden = lacks('next');
    this.toggle.hidden = lacks(other);
    this.toggle.ariaLabel = playing ? 'Pause' : 'Play';
    redraw(this.toggle, icon(other));
  }

  tick(place) {
    this.slider.hidden = !this.canSeek || !(place?.duration > 0);
    if (this.slider.hidden || this.held) return;
    // A seek to the end would finish the item.
    this.slider.max = Math.max(0, Math.floor(place.duration) - 1);
    this.slider.value = Math.floor(place.position);
    this.say();
  }
}

/** The card of one player. Its elements are reused, to keep the focus and the animation. */
class Card {
  label = el('h3');
  status = el('span.status');
  title = el('a.title');
  fill = el('div.fill');
  bar = el('div.bar', {role: 'progressbar', 'aria-label': 'Progress'}, this.fill);
  clock = el('span.clock');
  share = el('span.dim');
  meta = el('p.meta.dim');
  note = el('p.obstacle');

  constructor(name) {
    this.name = name;
    this.queue = new Queue(name);
    this.transport = new Transport(name, this.clock);
    this.body = el('div.playing', this.title, this.bar, this.transport.slider, el('p.place', this.clock, this.share), this.transport.node);
    this.node = el('article.card', el('header', this.label, this.status), this.body, this.meta, this.note, this.queue.node);
  }

  update() {
    const player = state.players.get(this.name);
    const {item, label, playing, obstacle} = player;
    const point = state.points.get(item);
    const live = state.live.get(this.name);
    loadPoint(player);
    redraw(this.label, bdi(label || this.name), label && label !== this.name && el('small', bdi(this.name)));
    const word = playing ? 'playing' : point?.status === 'failed' ? 'failed' : item ? 'paused' : 'idle';
    this.node.dataset.state = word;
    redraw(this.status, word !== 'idle' && icon(STATUS_ICONS[word]), word);
    this.body.hidden = !item;
    if (item) {
      const title = nameOf(item, (live?.item === item && live.title) || point?.title || state.titles.get(item));
      redraw(this.title, bdi(title));
      this.title.href = itemHash(item);
      this.title.title = clean(item);
    }
    redraw(this.meta, isElsewhere(point) && bdi(point.device), point && !playing && el('span', ago(point.at)));
    this.note.hidden = !obstacle;
    this.note.textContent = obstacle ? OBSTACLES[obstacle] ?? clean(obstacle) : '';
    this.queue.update(player);
    this.transport.update(player);
    this.tick();
  }

  tick() {
    const player = state.players.get(this.name);
    const place = player && livePlace(player);
    const part = share(place);
    this.fill.style.transform = `scaleX(${part ?? 0})`;
    this.transport.tick(place);
    this.bar.hidden = !this.transport.slider.hidden;
    if (this.transport.held) return;
    const text = place ? placeOf(place) : 'no position yet';
    if (this.clock.textContent === text) return;
    this.clock.textContent = text;
    this.share.textContent = fractionOf(place) === null ? percent(part) : '';
    this.bar.classList.toggle('unknown', part === null);
    this.bar.ariaValueText = text;
    this.bar.ariaValueNow = part === null ? null : Math.round(part * 100);
  }
}

const isElsewhere = point => point && point.device !== state.sync?.device;

const offer = point => el('li', el('div', itemLink(point.item, point.title), el('p.dim', isElsewhere(point) && [bdi(point.device), ', '], ago(point.at))),
  mini(share(point)), el('span.clock', placeOf(point)), el('span.row-tools', itemTools(point)));

/** True if a player gets a card: it can be controlled, or the user must know about it. */
const hasCard = ({playing, surfaces, queue, obstacle}) => playing || surfaces || queue.length || obstacle;

const drawCards = framed(() => {
  const all = [...state.players.values()].filter(hasCard).sort(order);
  const players = all.slice(0, MOST_CARDS);
  more.textContent = all.length > MOST_CARDS ? `and ${counted(all.length - MOST_CARDS, 'more player')}` : '';
  for (const [name, card] of cards) if (!players.some(({player}) => player === name)) {card.node.remove(); cards.delete(name);}
  players.forEach(({player}, index) => {
    if (!cards.has(player)) cards.set(player, new Card(player));
    const card = cards.get(player);
    card.update();
    // Moving the node of a card in use would take the focus away.
    const isInUse = card.node.isConnected && (card.node.contains(document.activeElement) || card.queue.isDragging);
    if (cardBox.children[index] !== card.node && !isInUse) cardBox.insertBefore(card.node, cardBox.children[index] ?? null);
  });
  const shown = new Set(players.map(({item}) => item));
  // A series is offered once, where it was left last.
  redraw(offers, [...Map.groupBy(points.all.slice(0, 500).filter(({item}) => !shown.has(item)), seriesKey).values()].slice(0, OFFERED).map(([newest]) => offer(newest)));
  offerBox.hidden = !offers.firstChild;
  empty.hidden = players.length > 0 || !offerBox.hidden || !state.isLoaded;
  showKeys();
}, () => 120);

const alertCard = alert => el('article.alert', icon('warn'),
  el('div', el('h3', bdi(alert.title)), el('p', bdi(alert.message)),
    el('p.dim', alert.player && [bdi(alert.player), ' · '], ago(alert.raisedAt), alert.state === 'retrying' && ' · the player was asked to try again',
      alert.item && [' · ', el('a', {href: itemHash(alert.item)}, 'show item')])),
  el('div.buttons',
    alert.retryable && button('Retry', 'retry', () => retryAlert(alert), `retry-${alert.id}`, alert.state === 'retrying'),
    button('Dismiss', 'cross', () => {
      dismissAlert(alert);
      // The focus goes on to the next alert, or to the heading.
      (alertBox.querySelector('button') ?? byID('now-title')).focus();
    }, `dismiss-${alert.id}`)));

const drawAlerts = () => redraw(alertBox, [...state.alerts.values()].filter(({id}) => !state.hiddenAlerts.has(id))
  .sort((a, b) => b.raisedAt - a.raisedAt).map(alertCard));

let timer = 0;

export const view = {
  nodes: [alertBox, cardBox, keys, more, offerBox, empty],
  events: {players: drawCards, rows: drawCards, reset: drawCards, alerts: drawAlerts},
  start() {
    drawCards();
    drawAlerts();
    // Four times a second is smooth: the browser animates between.
    timer = setInterval(() => {if (!document.hidden) for (const card of cards.values()) card.tick();}, 250);
  },
  stop() {clearInterval(timer);},
};
