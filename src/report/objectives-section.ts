import { roomByName, roomsByName } from '../prompts/wording.ts';
import { roomNames, type EpisodeObjectives } from '../records/episode-objectives.ts';
import { markup, type Child, type Markup } from './markup.ts';
import type { EpisodeData } from './report-data.ts';
import { counted } from './wording.ts';

type NameOf = ReturnType<typeof roomNames>;

/** What the newest episode wanted, reached and gave up, and before it the others, folded. */
export function objectivesSection(episodes: readonly EpisodeData[]): Markup {
  const nameOf = roomNames(episodes.flatMap(({ turns }) => turns));
  const told = episodes
    .map(({ objectives }) => objectives)
    .filter(({ current, completed, dropped }) => {
      return current.length + completed.length + dropped.length > 0;
    });
  const [newest, ...earlier] = told.toReversed();
  if (newest === undefined) return markup`<p class="empty">No episode had an objective.</p>`;
  return markup`<h3>Episode ${newest.episode}</h3>
    ${groups(newest, nameOf)} ${earlier.map((one) => folded(one, nameOf))}`;
}

function folded(objectives: EpisodeObjectives, nameOf: NameOf): Markup {
  const { episode, completed, current, dropped } = objectives;
  return markup`<details>
    <summary>
      Episode ${episode}: ${completed.length} reached, ${current.length} open, ${dropped.length} given up
    </summary>
    ${groups(objectives, nameOf)}
  </details>`;
}

function groups(
  { episode, current, completed, dropped }: EpisodeObjectives,
  nameOf: NameOf,
): Child {
  const named = (text: string) => roomsByName(text, nameOf);
  const link = (turn: number) =>
    markup`<a href="#ep=${episode}&amp;t=${Math.max(1, turn)}">turn ${turn}</a>`;
  return [
    group(
      'Reached',
      completed.map(({ objective, completedTurn, completionAction, completionLocation }) => {
        const { name } = completionLocation;
        return markup`${named(objective)}
          <small>${link(completedTurn)}, <code>${completionAction}</code>, ${name}</small>`;
      }),
    ),
    group(
      'Open',
      current.map(({ text, origin, createdTurn, target }) => {
        const room = target === null ? '' : roomByName(target, nameOf);
        const where = named(text).includes(room) ? '' : `, ${room}`;
        return markup`${named(text)} <small>${origin}, set at ${link(createdTurn)}${where}</small>`;
      }),
    ),
    group(
      'Given up',
      dropped.map(({ text, reason, createdTurn }) => {
        return markup`${named(text)} <small>${reason}, set at ${link(createdTurn)}</small>`;
      }),
    ),
  ];
}

function group(name: string, items: readonly Markup[]): Markup | null {
  if (items.length === 0) return null;
  return markup`<h4>${name} <small>${counted(items.length, 'objective')}</small></h4>
    <ul class="news">
      ${items.map((item) => markup`<li>${item}</li>`)}
    </ul>`;
}
