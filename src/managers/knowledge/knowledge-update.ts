import { canonicalAction } from '../../domain/command.ts';
import { printDocumentLines } from '../../domain/lined-document.ts';
import type { ProposedFact } from '../../domain/memory.ts';
import { oneLine } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { FileFormat } from '../../storage/merged-file.ts';
import type { EpisodeFact } from './episode-chronicle.ts';
import { type Item, cleanItemText, isGuess } from './knowledge-item.ts';
import {
  type KnowledgeDocument,
  type KnowledgeSection,
  SECTIONS,
  allItems,
  itemsOf,
  parseKnowledge,
} from './knowledge-document.ts';
import {
  EDIT_REFUSALS,
  type EditRefusal,
  type EditRules,
  type MadeEdit,
  type ProposedEdit,
  applyEdit,
} from './knowledge-edit.ts';

/** The edits of one reply, with the rules that judge them. Applies to whatever the file holds by then. */
export interface KnowledgeUpdate {
  readonly edits: readonly ProposedEdit[];
  readonly rules: EditRules;
}

interface RefusedEdit {
  readonly edit: ProposedEdit;
  readonly reason: EditRefusal | 'too-many';
}

export interface UpdateOutcome extends Readonly<Record<'added' | 'revised' | 'retired', number>> {
  readonly document: KnowledgeDocument;
  readonly refused: readonly RefusedEdit[];
  /** The result of each edit, one line each, for its writer. */
  readonly told: readonly string[];
  /** Why the whole update was refused, in a sentence. Null if the possible edits were made. */
  readonly refusedWhole: string | null;
}

/** An item that an edit replaced, and the new text; empty if it was retired. */
interface Replaced {
  readonly from: Item;
  readonly to: string;
}

/** The most edits of one reply. The excess is ignored. */
const MOST_EDITS = 20;

const MOST_DESCRIBED = 200;

/** Applies each possible edit in order; none if together they take too much away. Pure. */
function applyUpdate(before: KnowledgeDocument, { edits, rules }: KnowledgeUpdate): UpdateOutcome {
  const refused: RefusedEdit[] = [];
  const told: string[] = [];
  const replaced: Replaced[] = [];
  let document = before;
  let added = 0;
  for (const [at, edit] of edits.entries()) {
    const made = at < MOST_EDITS ? applyEdit(document, edit, rules) : 'too-many';
    if (typeof made === 'string') {
      refused.push({ edit, reason: made });
      told.push(`refused: ${describeEdit(edit)}: ${reasonWords(made)}`);
      continue;
    }
    const { gone } = made;
    document = made.document;
    const to = edit.op === 'retire' ? '' : cleanItemText(edit.text ?? '');
    if (gone === null) added += 1;
    else replaced.push({ from: gone, to });
    told.push(fateOf(edit, made));
  }
  const refusedWhole = refuseShrinking(
    SECTIONS.flatMap((one) => itemsOf(before, one)).filter(isShown),
    replaced.filter(({ from }) => isShown(from)),
  );
  if (refusedWhole !== null) {
    const nothing = { added: 0, revised: 0, retired: 0, refused: [] };
    const why = [`nothing was changed: ${refusedWhole}`];
    return { document: before, ...nothing, told: why, refusedWhole };
  }
  const retired = replaced.filter(({ to }) => to === '').length;
  const revised = replaced.length - retired;
  return { document, added, revised, retired, refused, told, refusedWhole };
}

/** The result of an edit that was made, for its writer. It names each item by its present id. */
function fateOf(edit: ProposedEdit, { gone, now, remark }: MadeEdit): string {
  if (remark !== null) return `${describeEdit(edit)}: ${remark}`;
  if (now === null) return `retired: ${gone?.text}: ${edit.reason}`;
  return gone === null ? `added as [${now}]` : `revised: [${gone.id}] is [${now}] now`;
}

/** knowledgebase.md as a file that several writers change. */
export const KNOWLEDGE: FileFormat<KnowledgeDocument, KnowledgeUpdate, UpdateOutcome> = {
  parse: parseKnowledge,
  print: printDocumentLines,
  apply(before, update) {
    const result = applyUpdate(before, update);
    return { document: result.document, result };
  },
};

/** The edit that adds a fact. A fact that is not sure is a guess. */
export function updateThatAdds({ text, turn, isTentative = false }: ProposedFact): ProposedEdit {
  const turns = isTentative ? [] : [turn];
  return { op: 'add', section: 'LESSONS LEARNED', item: null, text, turns, reason: null };
}

/** Whether no edit of an update was possible. Then none of it waits either. */
export function updateHadNoEffect({ added, revised, retired }: UpdateOutcome): boolean {
  return added + revised + retired === 0;
}

export function updateRefusalWords({ edit, reason }: RefusedEdit) {
  return { what: describeEdit(edit), reason: reasonWords(reason), kind: reason };
}

function describeEdit({ op, section, item, text }: ProposedEdit): string {
  const what = [op, section, item, text].filter((part) => part !== null);
  return oneLine(what.join(': '), MOST_DESCRIBED);
}

function reasonWords(reason: RefusedEdit['reason']): string {
  return reason === 'too-many' ? 'too many edits in one update' : EDIT_REFUSALS[reason];
}

/** Whether an item was learnt and is no guess. Only the loss of such items counts. */
function isShown({ origin }: Item): boolean {
  return origin !== null && !isGuess(origin);
}

/** The share of the items that one update may retire. One item may always go, unless it is the last. */
const MOST_RETIRED_SHARE = 0.2;

const MOST_LOST_SHARE = 0.3;

/** A single long item may always be shortened or retired. */
const MOST_FREE_CHARACTERS = 400;

/** Why an update must be refused as a whole, in a sentence. Null if not. `items` were learnt and shown before it. */
function refuseShrinking(items: readonly Item[], replaced: readonly Replaced[]): string | null {
  const retired = replaced.filter(({ to }) => to === '').length;
  const mostRetired = Math.max(1, Math.floor(items.length * MOST_RETIRED_SHARE));
  if (retired > mostRetired || (retired > 0 && retired >= items.length)) {
    return `It would retire ${retired} of ${items.length} items.`;
  }
  const characters = items.reduce((sum, { text }) => sum + text.length, 0);
  const lost = replaced.reduce(
    (sum, { from, to }) => sum + Math.max(0, from.text.length - to.length),
    0,
  );
  if (lost <= Math.max(MOST_FREE_CHARACTERS, characters * MOST_LOST_SHARE)) return null;
  return `It would lose ${lost} of ${characters} characters.`;
}

const FEWEST_TURNS = 3;
const TURNS_COMPARED = 75;
const FEWEST_UNIQUE_SHARE = 0.15;
const FEWEST_UNIQUE_RESPONSES = 2;

/** Whether the turns since the last update are worth a call: they have news, or enough different actions and answers. */
export function isWorthUpdate(
  turns: readonly TurnRecord[],
  facts: readonly EpisodeFact[],
): boolean {
  if (turns.length < FEWEST_TURNS) return false;
  if (facts.some(({ kind }) => kind !== 'lost')) return true;
  const newest = turns.slice(-TURNS_COMPARED);
  const actions = new Set(newest.map(({ decision }) => canonicalAction(decision.action)));
  const responses = new Set(newest.map(({ after }) => after.text.trim()));
  return (
    actions.size / newest.length >= FEWEST_UNIQUE_SHARE && responses.size >= FEWEST_UNIQUE_RESPONSES
  );
}

/** `skipped` counts turns that were worth no update; `failed` questions without a usable answer and refused updates. */
export const NO_METRICS = {
  updates: 0,
  skipped: 0,
  failed: 0,
  added: 0,
  revised: 0,
  retired: 0,
  refused: 0,
};

export type KnowledgeMetrics = Readonly<typeof NO_METRICS>;

/** `pending` counts updates that are not on disk yet. A person's text is never changed. */
export function knowledgeUpdateStatus(
  document: KnowledgeDocument,
  pending: number,
  metrics: KnowledgeMetrics,
) {
  const items = allItems(document);
  const sections = SECTIONS.map((section) => [section, itemsOf(document, section).length]);
  const writtenByHand = items.filter(({ origin }) => origin === null).length;
  const bySection = Object.fromEntries(sections) as Record<KnowledgeSection, number>;
  const state = { items: items.length, writtenByHand, bySection, pending };
  return { component: 'knowledge' as const, state, metrics };
}
