// SPDX-License-Identifier: Apache-2.0
// The sign-in page: one code, typed by hand or taken from the link of a QR code.

const [form, field, problem, submit] = ['form', 'code', 'problem', 'submit'].map(id => document.getElementById(id));

const tidy = text => {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
};

async function signIn() {
  const code = tidy(field.value);
  if (!code) return;
  problem.textContent = '';
  submit.disabled = true;
  try {
    const response = await fetch('/sign-in', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({code})});
    if (response.ok) return location.replace('/');
    const body = await response.json().catch(() => ({}));
    problem.textContent = body.error ?? 'The sign-in failed. Try again.';
  } catch {
    problem.textContent = 'The server does not answer. Try again.';
  }
  submit.disabled = false;
  field.select();
}

form.onsubmit = event => {
  event.preventDefault();
  signIn();
};

/** Takes the code from a link, also if the tab already shows this page. */
function readLink() {
  let linked = '';
  // It may not be a code.
  try {linked = decodeURIComponent(location.hash.slice(1));} catch {}
  if (!linked) return;
  // The hash never reaches the server's log, and must not stay in the browser's history.
  history.replaceState(null, '', location.pathname);
  field.value = tidy(linked);
  signIn();
}

addEventListener('hashchange', readLink);
readLink();
