// SPDX-License-Identifier: Apache-2.0
// The queue of a player: add, order, remove, play now.
import {el, bdi, button, tool, icon, redraw} from './dom.js';
import {itemLink} from './format.js';
import {state} from './state.js';
import {editQueue, addToQueue, playNext, named} from './actions.js';

/** The numbers of items that are shown; a queue may hold ten thousand. */
const SHORT = 5;
const LONG = 200;

export class Queue {
  isDragging = false;
  isLong = false;
  wasFilled = false;
  items = [];
  head = el('summary');
  list = el('ol.queue');
  more = el('div');

  constructor(name) {
    this.name = name;
    const label = 'Add to the queue';
    this.field = el('input', {type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-label': `Item for the queue of ${name}`, placeholder: 'Add a path or URL'});
    this.skip = button('Skip to the next', 'skip', () => playNext(name, `Skipped to ${named(this.items[0])}`));
    this.node = el('details.queue-box', this.head, this.list, this.more, el('div.queue-tools',
      el('form.add', {onsubmit: event => this.add(event)}, this.field, el('button.tool', {'aria-label': label, title: label}, icon('plus'))), this.skip));
  }

  /** Draws the queue; edits start from what was drawn. */
  update({queue} = state.players.get(this.name) ?? {queue: []}) {
    if (this.isDragging) return;
    this.items = queue;
    const {length} = queue;
    // A short queue opens with its first item; after that the user decides.
    if (!this.wasFilled && length && length <= SHORT) this.node.open = true;
    this.wasFilled ||= length > 0;
    redraw(this.head, length ? 'Queue ' : 'Queue is empty', length > 0 && [el('span.count', String(length)), ' ', el('span.next', 'next ', bdi(named(queue[0])))]);
    this.skip.hidden = !length;
    const shown = queue.slice(0, this.isLong ? LONG : SHORT);
    const seen = {};
    redraw(this.list, shown.map((item, index) => this.row(item, index, length, `${seen[item] = (seen[item] ?? 0) + 1}/${item}`)));
    redraw(this.more, this.isLong && length > LONG && el('p.dim', `and ${length - LONG} more`), length > SHORT
      && button(this.isLong ? 'Show fewer' : `Show ${Math.min(length, LONG)}`, 'library', () => {this.isLong = !this.isLong; this.update();}, 'more'));
  }

  row(item, index, count, key) {
    const name = named(item);
    // A row is reused for an equal item, so its index is found at the click.
    const at = event => [...this.list.children].indexOf(event.currentTarget.closest('li'));
    return el('li', el('span.grip', {title: 'Drag to reorder', onpointerdown: event => this.grab(event, at(event))}, icon('grip')),
      itemLink(item, name),
      el('span.row-tools',
        tool(`Play ${name} now`, 'play', () => playNext(this.name, `Playing ${name}`, item), `play/${key}`),
        tool(`Move ${name} up`, 'up', event => this.move(at(event), at(event) - 1), `up/${key}`, index === 0),
        tool(`Move ${name} down`, 'down', event => this.move(at(event), at(event) + 1), `down/${key}`, index === count - 1),
        tool(`Remove ${name}`, 'cross', event => this.remove(at(event)), `remove/${key}`)));
  }

  async add(event) {
    event.preventDefault();
    const item = this.field.value.trim();
    if (item && await addToQueue(this.name, `Queued ${named(item)}`, item)) this.field.value = '';
  }

  async move(from, to) {
    const item = this.items[from];
    if (to === from || to < 0 || to >= this.items.length || item === undefined) return;
    await editQueue(this.name, `Moved ${named(item)} to place ${to + 1}`, this.items, items => {
      items.splice(from, 1);
      items.splice(to, 0, item);
      return items;
    });
    this.update();
  }

  async remove(index) {
    await editQueue(this.name, `Removed ${named(this.items[index])} from the queue`, this.items, items => items.filter((_, one) => one !== index));
    this.update();
    // The focus goes to the row that is now at this index.
    const row = this.list.children[Math.min(index, this.list.children.length - 1)];
    (row?.querySelector('.row-tools button:last-child') ?? this.field).focus();
  }

  /** Follows a pointer that holds a row; this works for mouse, pen and touch alike. */
  grab(down, from) {
    if (down.button !== 0) return;
    down.preventDefault();
    const handle = down.currentTarget;
    const rows = [...this.list.children];
    const tops = rows.map(row => row.getBoundingClientRect().top);
    const height = rows[from].offsetHeight;
    let to = from;
    this.isDragging = true;
    rows[from].classList.add('dragged');
    handle.setPointerCapture(down.pointerId);
    handle.onpointermove = event => {
      const distance = event.clientY - down.clientY;
      to = Math.max(0, tops.findLastIndex(top => top < tops[from] + distance + height / 2));
      rows.forEach((row, index) => {
        const shift = index === from ? distance : index > from && index <= to ? -height : index < from && index >= to ? height : 0;
        row.style.transform = shift ? `translateY(${shift}px)` : '';
      });
    };
    handle.onpointerup = handle.onpointercancel = event => {
      handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
      for (const row of rows) row.style.transform = '';
      rows[from].classList.remove('dragged');
      this.isDragging = false;
      if (event.type === 'pointerup') this.move(from, to);
      this.update();
    };
  }
}
