import { sum } from 'd3-array';
import { originWords } from '../managers/knowledge/item.ts';
import { markup, type Markup } from './markup.ts';
import type { KnowledgeData } from './report-data.ts';
import { counted } from './wording.ts';

type Change = KnowledgeData['changes'][number];

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
                ${text}${origin !== null && newest.has(origin.episode) ? badge() : null}
                <small>${origin === null ? 'written by a person' : originWords(origin)}</small>
              </li>`,
          )}
        </ul>`,
  )}
  ${changes.length === 0 ? null : markup`<h3>History</h3>`} ${changes.toReversed().map(history)}`;
}

function history({ episode, items }: Change): Markup {
  const came = items.filter(({ kind }) => kind === 'added').length;
  return markup`<details>
    <summary>
      Episode ${episode}: ${counted(came, 'item')} came, ${items.length - came} went
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

function badge(): Markup {
  return markup`<span class="badge">new</span>`;
}
