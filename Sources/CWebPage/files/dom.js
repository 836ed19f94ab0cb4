// SPDX-License-Identifier: Apache-2.0
// Helpers that build elements. Data only ever becomes text, never markup.

const SVG = 'http://www.w3.org/2000/svg';

export const byID = id => document.getElementById(id);

function build(node, classes, parts) {
  if (classes.length) node.setAttribute('class', classes.join(' '));
  for (const part of parts.flat(3)) {
    if (part instanceof Node || typeof part === 'string' || typeof part === 'number') node.append(part);
    else for (const [name, value] of Object.entries(part || {})) {
      if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? '' : value);
    }
  }
  return node;
}

/** Creates an element: `el('p.dim', { title }, 'text', child)`. Objects are attributes, `on…` listeners. */
export function el(spec, ...parts) {
  const [tag, ...classes] = spec.split('.');
  return build(document.createElement(tag), classes, parts);
}

export function svg(spec, ...parts) {
  const [tag, ...classes] = spec.split('.');
  return build(document.createElementNS(SVG, tag), classes, parts);
}

export const icon = name => svg('svg.i', {viewBox: '0 0 16 16', 'aria-hidden': 'true'}, svg('use', {href: `#i-${name}`}));

/** Creates a button; `redraw` finds it again by its key. One that is off keeps the focus, unlike a disabled one. */
export const button = (label, name, onclick, key, off) =>
  el('button', {type: 'button', 'data-k': key, 'aria-disabled': off ? 'true' : null, onclick: event => off || onclick(event)}, icon(name), label);

export function tool(label, ...rest) {
  const node = button('', ...rest);
  build(node, ['tool'], [{'aria-label': label, title: label}]);
  return node;
}

// Control characters, directional overrides and zero-width characters, apart from joiners.
const HIDDEN = /[\x00-\x1f\x7f-\x9f\xad\u200b\u2028-\u202e\u2060-\u2069\ufeff]/g;

export const clean = text => String(text).replace(HIDDEN, '\ufffd');

/** Creates an element that keeps the direction of untrusted text to itself. */
export const bdi = (text, spec = 'bdi') => el(spec, clean(text));

/** Replaces the children that differ. The focus stays on the control with the same key, or goes to the heading if there is none. */
export function redraw(parent, ...children) {
  const fresh = children.flat(2).filter(Boolean).map(child => typeof child === 'string' ? document.createTextNode(child) : child);
  const focused = parent.contains(document.activeElement) && document.activeElement;
  const old = [...parent.childNodes];
  fresh.forEach((node, index) => {
    if (!old[index]) parent.append(node);
    else if (!old[index].isEqualNode(node)) old[index].replaceWith(node);
  });
  old.slice(fresh.length).forEach(node => node.remove());
  if (!focused || parent.contains(document.activeElement)) return;
  const same = focused.dataset.k && [...parent.querySelectorAll('[data-k]')].find(node => node.dataset.k === focused.dataset.k);
  (same || parent.closest('section')?.querySelector('h2'))?.focus({preventScroll: true});
}

/** Returns a function that runs `work` in the next frame, once for any number of calls. */
export function framed(work, delay = () => 0) {
  let waits = false;
  const run = () => {waits = false; work();};
  return () => {
    if (!waits) setTimeout(requestAnimationFrame, delay(), run);
    waits = true;
  };
}

/** A small bar, filled to a fraction. */
export function mini(part) {
  const bar = el('i');
  bar.style.width = `${(part ?? 0) * 100}%`;
  return el('span.mini', bar);
}

export const facts = (...pairs) => el('dl.facts', pairs.filter(([, value]) => value || value === 0)
  .map(([term, ...value]) => el('div', el('dt', term), el('dd', value))));

export const panel = (title, ...parts) => el('div.panel', el('h3', title), parts);

export const sign = (name, word, error) => el(`span.state.${name}`, clean(word), error && el('small', ' ', bdi(error)));

/** Creates a table; on a phone each row becomes a block, with the heads before its cells. */
export const table = (caption, heads, rows) => el('div.scroll-x', {tabindex: 0, role: 'group', 'aria-label': caption}, el('table',
  el('thead', el('tr', heads.map(head => el('th', {scope: 'col'}, head)))),
  el('tbody', rows.map(cells => el('tr', cells.map((cell, index) => el('td', {'data-head': heads[index] || null}, cell)))))));
