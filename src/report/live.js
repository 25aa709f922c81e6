import { grow } from './viewer.js';

const PAUSE_MS = 500;
/** What is shown anew when it is another; the viewer takes up the new turns itself. */
const PARTS = '#head, #now, #episode > option, #read > .transcript, #rest > *';

const [main, state] = ['main', 'live'].map((id) => document.getElementById(id));
let etag = '';
/** Whether the episode is played, as the server last said. */
let standing = state.textContent;
/** The markup of the parts as it came: the viewer draws in them. */
let came = [];

/** The name of a fold, without its numbers. */
function nameOf(fold) {
  return fold.querySelector('summary').firstChild.textContent.trim();
}

/** Puts a part in place of the one that is shown; what the reader opened and ticked stays so. */
function swap(shown, part) {
  const open = new Set([...shown.querySelectorAll('details[open]')].map(nameOf));
  for (const fold of part.querySelectorAll('details')) fold.open = open.has(nameOf(fold));
  if (shown.open === true) part.open = true;
  for (const { id } of shown.querySelectorAll('input:checked')) {
    const box = part.querySelector(`#${id}`);
    if (box !== null) box.checked = true;
  }
  shown.replaceWith(part);
}

function renew(page) {
  const parts = [...page.querySelectorAll(PARTS)];
  const markup = parts.map((part) => part.outerHTML);
  const shown = [...document.querySelectorAll(PARTS)];
  if (shown.length === parts.length) {
    for (const [at, part] of parts.entries()) if (markup[at] !== came[at]) swap(shown[at], part);
  } else {
    for (const part of page.querySelectorAll('#head, #now, #rest')) {
      swap(document.getElementById(part.id), part);
    }
  }
  came = markup;
}

/** Asks for the page of the episode that is shown, or of the next one of its run, and shows what is new. */
async function look() {
  const { episode } = main.dataset;
  const address = location.search === '' ? `/?shown=${episode}` : `/${location.search}`;
  const response = await fetch(address, { headers: { 'If-None-Match': etag }, cache: 'no-store' });
  const text = response.status === 304 ? '' : await response.text();
  state.textContent = response.ok || response.status === 304 ? standing : text;
  if (!response.ok) return;
  etag = response.headers.get('ETag');
  const page = new DOMParser().parseFromString(text, 'text/html');
  const [shownBlock, block] = [document, page].map((one) => one.querySelector('.episode-data'));
  const isAnother = page.getElementById('main').dataset.episode !== episode;
  if (isAnother || (shownBlock === null) !== (block === null)) {
    location.reload();
    return;
  }
  renew(page);
  state.textContent = standing = page.getElementById('live').textContent;
  if (block !== null) await grow(block, document.getElementById('follow').checked);
}

for (;;) {
  const began = performance.now();
  await look().catch(() => (state.textContent = 'Not connected; trying again.'));
  // A page that takes long to draw is asked for less often.
  const pause = Math.max(PAUSE_MS, 2 * (performance.now() - began));
  await new Promise((resolve) => setTimeout(resolve, pause));
}
