import { drawPath, markRoom } from './viewer-map.js';
import { turnDetails, turnItems } from './viewer-turn.js';

const [viewer, list, article, picker, search, message] = [
  'viewer',
  'turns',
  'turn',
  'episode',
  'search',
  'message',
].map((id) => document.getElementById(id));
const blocks = new Map([...document.querySelectorAll('script.episode-data')].map(entryOf));
const numbers = [...blocks.keys()];
/** Episodes by number, as promises of `PackedEpisode`; each is unpacked when it is first looked at. */
const unpacked = new Map();
/** The episode and the place of the turn that are shown. */
let episode = null;
let index = 0;
/** Counts requests to show something, so that a slow one does not overtake a newer one. */
let requests = 0;

function entryOf(block) {
  return [Number(block.dataset.episode), block.textContent];
}

function load(number) {
  if (!unpacked.has(number)) unpacked.set(number, unpack(blocks.get(number)));
  return unpacked.get(number);
}

async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

/** Shows the turn, or the next one there is; Infinity is the last. */
async function show(number, turn) {
  requests += 1;
  const request = requests;
  const data = await load(number);
  if (request !== requests) return;
  if (data !== episode) {
    episode = data;
    picker.value = String(number);
    list.replaceChildren(...turnItems(data));
    list.scrollTop = 0;
    drawPath(data);
  }
  const found = data.turns.findIndex((one) => one.turn >= turn);
  showAt(found === -1 ? data.turns.length - 1 : found);
}

function showAt(next) {
  list.children[index]?.classList.remove('current');
  index = next;
  const item = list.children[index];
  item.classList.add('current');
  const offset = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += offset - list.clientHeight / 4;
  const turn = episode.turns[index];
  article.replaceChildren(...turnDetails(turn, episode.turns[index - 1], episode.texts));
  article.scrollTop = 0;
  document.getElementById('permalink').href = `#ep=${episode.episode}&t=${turn.turn}`;
  message.textContent = '';
  markRoom(turn.play?.room ?? null);
}

/** Takes the data of an episode that grew: a reader who follows sees its last turn, any other stays where he is. */
export async function grow(block, isFollowing) {
  const [number, data] = entryOf(block);
  if (blocks.get(number) !== data) {
    blocks.set(number, data);
    unpacked.delete(number);
    if (isFollowing) await show(number, Infinity);
    else await keep(number);
  }
  markRoom(episode.turns[index].play?.room ?? null);
}

async function keep(number) {
  const { scrollTop } = list;
  episode = await load(number);
  list.replaceChildren(...turnItems(episode));
  list.children[index].classList.add('current');
  list.scrollTop = scrollTop;
}

/** On a live page, who goes to another turn than the last one wants to stay there. */
function followIfLast() {
  const follow = document.getElementById('follow');
  if (follow !== null) follow.checked = index === episode.turns.length - 1;
}

/** Goes there, and the address follows, so that it can be copied. */
async function go(number, turn) {
  await show(number, turn);
  followIfLast();
  history.replaceState(null, '', `#ep=${episode.episode}&t=${episode.turns[index].turn}`);
}

function step(by) {
  const turn = episode.turns[index + by];
  if (turn !== undefined) return go(episode.episode, turn.turn);
  message.textContent = by > 0 ? 'This is the last turn.' : 'This is the first turn.';
  return undefined;
}

function stepEpisode(by) {
  const number = numbers[numbers.indexOf(episode.episode) + by];
  if (number !== undefined) return go(number, 1);
  message.textContent = by > 0 ? 'This is the last episode.' : 'This is the first episode.';
  return undefined;
}

function isEventful({ play }) {
  return play !== null && (play.change !== 0 || play.ended !== null);
}

function stepChange(by) {
  for (let at = index + by; at >= 0 && at < episode.turns.length; at += by) {
    const turn = episode.turns[at];
    if (isEventful(turn)) return go(episode.episode, turn.turn);
  }
  message.textContent = `No ${by > 0 ? 'later' : 'earlier'} score change in this episode.`;
  return undefined;
}

function contains({ play, troubles }, words) {
  const proposals = play?.judged.flatMap(({ action, reason }) => [action, reason]) ?? [];
  const texts = [play?.action, play?.text, play?.reasoning, ...proposals, ...troubles];
  return texts.some((text) => text?.toLowerCase().includes(words));
}

/** The last words searched for and where they are: episode and turn of every hit, in order. */
let found = { words: '', hits: [] };

async function hitsOf(words) {
  if (found.words === words) return found.hits;
  const episodes = await Promise.all(numbers.map(load));
  const hits = episodes.flatMap((one) =>
    one.turns
      .filter((turn) => contains(turn, words))
      .map(({ turn }) => ({ number: one.episode, turn })),
  );
  found = { words, hits };
  return hits;
}

function isAfterShown({ number, turn }) {
  const [there, here] = [numbers.indexOf(number), numbers.indexOf(episode.episode)];
  return there > here || (there === here && turn > episode.turns[index].turn);
}

/** The next hit after the turn shown, through all episodes and round again, and how many there are. */
async function findNext() {
  const words = search.value.trim().toLowerCase();
  if (words === '') return;
  const hits = await hitsOf(words);
  const at = Math.max(0, hits.findIndex(isAfterShown));
  const hit = hits[at];
  if (hit === undefined) {
    message.textContent = 'No hits.';
    return;
  }
  await go(hit.number, hit.turn);
  message.textContent = `Hit ${at + 1} of ${hits.length}: episode ${hit.number}, turn ${hit.turn}.`;
}

const KEYS = new Map([
  ['j', () => step(1)],
  ['k', () => step(-1)],
  ['n', () => stepChange(1)],
  ['N', () => stepChange(-1)],
  ['[', () => stepEpisode(-1)],
  [']', () => stepEpisode(1)],
  ['/', () => search.focus()],
]);

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search && event.key === 'Escape') search.blur();
  const action = KEYS.get(event.key);
  if (action === undefined || /^(?:input|select|textarea)$/i.test(event.target.tagName)) return;
  event.preventDefault();
  action();
  // From the top of the page the turn is not in sight yet.
  const { top, bottom } = viewer.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) viewer.scrollIntoView();
}

/** Follows `#ep=3&t=143`, and opens what `#room-180` or `#memory-7` lies in. */
async function followAddress() {
  const match = /^#ep=(\d+)&t=(\d+)$/.exec(location.hash);
  if (match === null) {
    const target = document.getElementById(location.hash.slice(1));
    const fold = target?.closest('details') ?? null;
    if (fold !== null && !fold.open) {
      fold.open = true;
      target.scrollIntoView();
    }
    return false;
  }
  if (!blocks.has(Number(match[1]))) return false;
  await show(Number(match[1]), Number(match[2]));
  followIfLast();
  viewer.scrollIntoView();
  return true;
}

async function start() {
  const opening = JSON.parse(document.getElementById('start')?.textContent ?? 'null');
  if (opening === null) return;
  viewer.hidden = false;
  picker.addEventListener('change', () => void go(Number(picker.value), 1));
  document.getElementById('previous').addEventListener('click', () => void step(-1));
  document.getElementById('next').addEventListener('click', () => void step(1));
  document.getElementById('change').addEventListener('click', () => void stepChange(1));
  search.addEventListener('keydown', (event) => event.key === 'Enter' && void findNext());
  document.addEventListener('keydown', onKey);
  window.addEventListener('hashchange', () => void followAddress());
  if (!(await followAddress())) await show(opening.episode, opening.turn);
}

await start();
