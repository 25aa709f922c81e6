import type { ProposedFact } from '../../domain/memory.ts';
import { printLines } from '../../domain/lined-document.ts';
import { oneLine } from '../../prompts/quote.ts';
import type { FileFormat } from '../../storage/merged-file.ts';
import { cleanItemText, type Item } from './item.ts';
import { itemsOf, parseKnowledge, type KnowledgeDocument } from './knowledge-document.ts';
import {
  EDIT_REFUSALS,
  applyEdit,
  findItem,
  type EditRefusal,
  type EditRules,
  type ProposedEdit,
} from './knowledge-edit.ts';
import { SECTIONS, isInScope } from './knowledge-section.ts';

/** What one reply proposed, with the rules it is judged by; can be applied to whatever the file says by then. */
export interface KnowledgeUpdate {
  readonly edits: readonly ProposedEdit[];
  readonly rules: EditRules;
}

export interface RefusedEdit {
  readonly edit: ProposedEdit;
  readonly reason: EditRefusal | 'too-many';
}

/** What became of an update. */
export interface UpdateOutcome {
  readonly document: KnowledgeDocument;
  readonly added: number;
  readonly revised: number;
  readonly retired: number;
  readonly refused: readonly RefusedEdit[];
  /** Why nothing at all was changed, in a sentence; null when the edits were carried out as far as they could be. */
  readonly refusedWhole: string | null;
}

/** Edits of one reply that are looked at; a flood costs the excess. */
export const MOST_EDITS = 20;

const MOST_DESCRIBED = 200;

/**
 * Applies the edits in order. Pure. An update that takes too much away is refused as a whole; an edit that cannot be
 * carried out costs only itself.
 */
function applyUpdate(before: KnowledgeDocument, update: KnowledgeUpdate): UpdateOutcome {
  const { edits, rules } = update;
  const refused: RefusedEdit[] = [];
  const retired: Item[] = [];
  const revised: { from: Item; to: string }[] = [];
  let document = before;
  let added = 0;
  for (const edit of edits.slice(0, MOST_EDITS)) {
    const item = edit.op === 'add' ? undefined : findItem(document, edit.item ?? '')?.item;
    const next = applyEdit(document, edit, rules);
    if (typeof next === 'string') {
      refused.push({ edit, reason: next });
      continue;
    }
    document = next;
    if (item === undefined) added += 1;
    else if (edit.op === 'retire') retired.push(item);
    else revised.push({ from: item, to: cleanItemText(edit.text ?? '') });
  }
  const excess = edits.slice(MOST_EDITS).map((edit) => ({ edit, reason: 'too-many' as const }));
  const refusedWhole = refuseShrinking(changeable(before, rules), { retired, revised });
  const counts = { added, revised: revised.length, retired: retired.length };
  return refusedWhole === null
    ? { document, ...counts, refused: [...refused, ...excess], refusedWhole }
    : { document: before, added: 0, revised: 0, retired: 0, refused: [], refusedWhole };
}

/** knowledgebase.md as a file that several hands change. */
export const KNOWLEDGE: FileFormat<KnowledgeDocument, KnowledgeUpdate, UpdateOutcome> = {
  parse: parseKnowledge,
  print: printLines,
  apply(before, update) {
    const result = applyUpdate(before, update);
    return { document: result.document, result };
  },
};

/** The edit that adds a fact. */
export function additionOf({ text, turn }: ProposedFact): ProposedEdit {
  return { op: 'add', section: 'LESSONS LEARNED', item: null, text, turn, reason: null };
}

/** Whether nothing of an update could be carried out, so that none of it waits either. */
export function hasNoEffect({ added, revised, retired }: UpdateOutcome): boolean {
  return added + revised + retired === 0;
}

/** A refused edit for the log. */
export function describeRefusal({ edit, reason }: RefusedEdit) {
  const what = [edit.op, edit.section, edit.item, edit.text].filter((part) => part !== null);
  const why = reason === 'too-many' ? 'too many edits in one update' : EDIT_REFUSALS[reason];
  return { what: oneLine(what.join(': '), MOST_DESCRIBED), reason: why, kind: reason };
}

function changeable(document: KnowledgeDocument, { scope }: EditRules): readonly Item[] {
  return SECTIONS.filter((section) => isInScope(section, scope)).flatMap((section) =>
    itemsOf(document, section).filter(({ origin }) => origin !== null),
  );
}

/** Share of the items that one update may retire; one item may always go unless it is the last. */
const MOST_RETIRED_SHARE = 0.2;

/** Share of the characters that retired and shortened items may cost; MOST_FREE_CHARACTERS are always free. */
const MOST_LOST_SHARE = 0.3;

/** What one update takes away. Added items do not make up for it. */
export interface Loss {
  readonly retired: readonly Item[];
  readonly revised: readonly { readonly from: Item; readonly to: string }[];
}

/** A single long item may always be shortened or retired. */
const MOST_FREE_CHARACTERS = 400;

/**
 * Why an update must be refused as a whole, in a sentence; null when it may be made. `items` are those that the update
 * could have changed, as they were before it.
 */
export function refuseShrinking(items: readonly Item[], { retired, revised }: Loss): string | null {
  const mostRetired = Math.max(1, Math.floor(items.length * MOST_RETIRED_SHARE));
  if (retired.length > mostRetired || (retired.length > 0 && retired.length >= items.length)) {
    return `It would retire ${retired.length} of ${items.length} items.`;
  }
  const characters = items.reduce((sum, { text }) => sum + text.length, 0);
  const lost =
    retired.reduce((sum, { text }) => sum + text.length, 0) +
    revised.reduce((sum, { from, to }) => sum + Math.max(0, from.text.length - to.length), 0);
  if (lost <= Math.max(MOST_FREE_CHARACTERS, characters * MOST_LOST_SHARE)) return null;
  return `It would lose ${lost} of ${characters} characters.`;
}
