import { range, group, sum } from 'd3-array';
import { roomByName, roomsByName } from '../prompts/room-wording.ts';
import {
  objectiveDroppedWords,
  objectiveRefusedWords,
  objectiveSetByWords,
} from './objective-words.ts';
import { memoryGoneWords, countedWords } from './wording.ts';
import type { EpisodeData } from './load-episode.ts';
import { isBelieved, MEMORY_CATEGORIES } from '../domain/memory.ts';
import { signed } from '../domain/text.ts';
import {
  isGuess,
  originWords,
  turnWords,
  type Item,
} from '../managers/knowledge/knowledge-item.ts';
import { roomNamesInLog, type EpisodeObjectives } from '../records/episode-log.ts';
import { markup, type Markup, type Child } from './page.ts';
import { barChart, type Bar } from './plot.ts';
import type { FiledMemory, KnowledgeData } from './report-data.ts';

const NEW = markup`<span class="badge">new</span>`;

interface MemoryTimes {
  /** The day on which an episode began, by its number. */
  readonly nights: ReadonlyMap<number, string>;
  /** Places of the memories of the newest run. */
  readonly isNew: ReadonlySet<number>;
}

export function memoryAnchor(place: number): string {
  return `memory-${place}`;
}

/** The memories of each room, folded, with the run that taught them. `#room-180` opens a room, `#memory-7` a memory. */
export function memoryRooms(memories: readonly FiledMemory[], times: MemoryTimes): Markup {
  const placed = memories.map((filed, place) => ({ filed, place }));
  const rooms = [...group(placed, ({ filed }) => filed.locationId)].sort(([a], [b]) => a - b);
  return markup`<div class="rooms">${rooms.map(([id, entries]) => {
    const fresh = entries.filter(({ place }) => times.isNew.has(place)).length;
    const counts = [
      ...(fresh === entries.length ? [] : [entries.length]),
      ...(fresh === 0 ? [] : [`${fresh} new`]),
    ];
    return markup`<details class="room">
        <summary>
          ${entries[0]?.filed.locationName ?? ''} <span class="id">${id}</span>
          <span class="badge">${counts.join(', ')}</span>
        </summary>
        <ul class="memories" id="room-${id}">
          ${entries.map((one) => entry(one, times))}
        </ul>
      </details>`;
  })}</div>`;
}

function entry(
  { filed, place }: { readonly filed: FiledMemory; readonly place: number },
  { nights, isNew }: MemoryTimes,
): Markup {
  const { memory } = filed;
  const isGone = !isBelieved(memory);
  const points = memory.scoreChange ? `, ${signed(memory.scoreChange)} points` : '';
  const night = nights.get(memory.episode);
  const facts = `${memory.category.toLowerCase()}, ${memory.persistence}, ${memory.status.toLowerCase()}, episode ${memory.episode}${night === undefined ? '' : ` (run of ${night})`}, turn ${memory.turns}${points}`;
  return markup`<li id="${memoryAnchor(place)}">
    <span class="swatch ${swatchOf(kindOf(filed))}"></span>
    <div>
      ${
        isGone
          ? markup`<s><b>${memory.title}</b> ${memory.text}</s>`
          : markup`<b>${memory.title}</b> ${memory.text}`
      }${isNew.has(place) ? NEW : null}<small>${facts}</small>${filed.proof === undefined ? null : markup`<small>${filed.proof}</small>`}${
        isGone ? markup`<small>${memoryGoneWords(memory)}</small>` : null
      }
    </div>
  </li>`;
}

const SIZES = { wide: [1120, 260], narrow: [350, 240] } as const;
/** More bars would show no more. The oldest episodes then share the first bar. */
const MOST_BARS = 60;

/** Parts of a bar: the known categories, all other categories together, and superseded memories. */
const KINDS = [...MEMORY_CATEGORIES, 'other', 'superseded'] as const;

type Kind = (typeof KINDS)[number];

/** The number of memories after each episode, by kind, according to the present file. */
export function learntMemoryChart(
  memories: readonly FiledMemory[],
  lastEpisode: number,
): Markup | null {
  if (memories.length === 0) return null;
  const learntIn = memories.map(({ memory }) => memory.episode);
  const last = Math.max(lastEpisode, ...learntIn);
  const first = Math.max(Math.min(...learntIn), last - MOST_BARS + 1);
  const list = range(first, last + 1).map((episode) => barAfter(episode, memories));
  const present = KINDS.filter((kind) => memories.some((filed) => kindOf(filed) === kind));
  const chart = {
    title: 'Memories after each episode',
    description: list.at(-1)?.tooltip ?? '',
    sizes: SIZES,
    unit: 'memories',
    swatches: present.map((kind) => ({ swatch: swatchOf(kind), name: kind.toLowerCase() })),
  };
  return barChart(chart, list);
}

function kindOf({ memory }: FiledMemory): Kind {
  if (memory.status === 'SUPERSEDED') return 'superseded';
  return MEMORY_CATEGORIES.find((category) => category === memory.category) ?? 'other';
}

/** The style sheet's class for a kind; never made from data. */
function swatchOf(kind: Kind): string {
  return `kind-${kind.toLowerCase()}`;
}

function barAfter(episode: number, memories: readonly FiledMemory[]): Bar {
  const known = memories.filter(({ memory }) => memory.episode <= episode);
  const parts = KINDS.map((kind) => {
    const value = known.filter((filed) => kindOf(filed) === kind).length;
    return { swatch: swatchOf(kind), value, words: `${value} ${kind.toLowerCase()}` };
  });
  const words = parts.flatMap((part) => (part.value === 0 ? [] : part.words));
  const tooltip = `After episode ${episode}: ${words.join(', ') || 'nothing'}`;
  return { label: String(episode), total: String(known.length), tooltip, link: null, parts };
}

/** The knowledge base as it is; what came in the newest run is marked; below, what each episode changed. */
export function knowledgeSection(
  { sections, changes }: KnowledgeData,
  newest: ReadonlySet<number>,
): Markup {
  const items = sum(sections, (section) => section.items.length);
  if (items + changes.length === 0) return markup`<p class="empty">Nothing is known yet.</p>`;
  return markup`${sections.map(
    ({ title, items: known }) =>
      markup`<h3>${title === '' ? 'Before the first heading' : title}</h3>
        <ul class="news">
          ${known.map(
            ({ text, origin }) =>
              markup`<li>
                ${text}${origin !== null && newest.has(origin.episode) ? NEW : null}
                <small>${whence(origin)}</small>
              </li>`,
          )}
        </ul>`,
  )}
  ${changes.length === 0 ? null : markup`<h3>History</h3>`} ${changes.toReversed().map(history)}`;
}

function whence(origin: Item['origin']): string {
  if (origin === null) return 'written by a person';
  return isGuess(origin) ? originWords(origin) : `seen in ${turnWords(origin)}`;
}

function history({ episode, items }: KnowledgeData['changes'][number]): Markup {
  const came = items.filter(({ kind }) => kind === 'added').length;
  return markup`<details>
    <summary>
      Episode ${episode}: ${countedWords(came, 'item')} came, ${items.length - came} went
    </summary>
    <ul class="news">
      ${items.map(({ kind, section, item }) => {
        const text =
          kind === 'added' ? markup`<ins>${item.text}</ins>` : markup`<del>${item.text}</del>`;
        return markup`<li>${text} <small>${section}</small></li>`;
      })}
    </ul>
  </details>`;
}

type NameOf = ReturnType<typeof roomNamesInLog>;

/** What the newest episode wanted, reached and gave up, then the earlier ones, folded. */
export function objectivesSection(episodes: readonly EpisodeData[]): Markup {
  const nameOf = roomNamesInLog(episodes.flatMap(({ turns }) => turns));
  const told = episodes
    .map(({ objectives }) => objectives)
    .filter(({ current, completed, dropped }) => {
      return current.length + completed.length + dropped.length > 0;
    });
  const [newest, ...earlier] = told.toReversed();
  if (newest === undefined) return markup`<p class="empty">No episode had an objective.</p>`;
  const folded = earlier.map((objectives) => {
    const { episode, completed, current, dropped } = objectives;
    return markup`<details>
    <summary>
      Episode ${episode}: ${completed.length} reached, ${current.length} open, ${dropped.length} given up
    </summary>
    ${objectiveGroups(objectives, nameOf)}
  </details>`;
  });
  return markup`<h3>Episode ${newest.episode}</h3>
    ${objectiveGroups(newest, nameOf)} ${folded}`;
}

function objectiveGroups(
  { episode, current, completed, dropped }: EpisodeObjectives,
  nameOf: NameOf,
): Child {
  const named = (text: string) => roomsByName(text, nameOf);
  const link = (turn: number) =>
    markup`<a href="#ep=${episode}&amp;t=${Math.max(1, turn)}">turn ${turn}</a>`;
  return [
    objectivesOf(
      'Reached',
      completed.map(({ objective, claimedTurn, ...by }) => {
        const { completedTurn, completionAction, completionLocation } = by;
        const how =
          claimedTurn === undefined
            ? markup`${link(completedTurn)}, <code>${completionAction}</code>, ${completionLocation.name}`
            : markup`as the player said in ${link(claimedTurn)}`;
        return markup`${named(objective)} <small>${how}</small>`;
      }),
    ),
    objectivesOf(
      'Open',
      current.map(({ text, origin, createdTurn, target, refused }) => {
        const room = target === null ? '' : roomByName(target, nameOf);
        const where = named(text).includes(room) ? '' : `, ${room}`;
        return markup`${named(text)} <small>${objectiveSetByWords(origin)} at ${link(createdTurn)}${where}${objectiveRefusedWords(refused)}</small>`;
      }),
    ),
    objectivesOf(
      'Given up',
      dropped.map(({ text, reason, createdTurn }) => {
        return markup`${named(text)} <small>${objectiveDroppedWords(reason)}, set at ${link(createdTurn)}</small>`;
      }),
    ),
  ];
}

function objectivesOf(name: string, items: readonly Markup[]): Markup | null {
  if (items.length === 0) return null;
  return markup`<h4>${name} <small>${countedWords(items.length, 'objective')}</small></h4>
    <ul class="news">
      ${items.map((item) => markup`<li>${item}</li>`)}
    </ul>`;
}
