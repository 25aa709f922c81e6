import { cut } from '../../domain/text.ts';
import {
  cleanItemText,
  isGuess,
  newItem,
  normaliseItem,
  type Item,
  type Origin,
  knowledgeItemEvidence,
  itemsInTurnOrder,
  turnsOfRevisedItem,
  type Evidence,
  type EvidenceRules,
} from './knowledge-item.ts';
import {
  documentWithItem,
  documentWithoutItems,
  documentWithReplacedItem,
  allItems,
  itemsOf,
  type KnowledgeDocument,
  CROSS_EPISODE,
  isInScope,
  namesSection,
  SECTIONS,
  sectionNamed,
  type KnowledgeSection,
  type Scope,
} from './knowledge-document.ts';

/** A model's wish to change one item. `applyEdit` finds out whether it is possible. */
export interface ProposedEdit {
  readonly op: 'add' | 'revise' | 'retire';
  readonly section: string | null;
  /** Id or exact text of the item to revise or retire. */
  readonly item: string | null;
  readonly text: string | null;
  /** The turns that show it. Without any it is a guess. */
  readonly turns: readonly number[];
  readonly reason: string | null;
}

/** The facts that an edit is judged by, besides the document. */
export interface EditRules extends EvidenceRules {
  readonly scope: Scope;
  readonly mostPerSection: number;
}

export const EDIT_REFUSALS = {
  'unknown-section': 'there is no such section',
  'other-scope': 'this section is not open to this update',
  'no-text': 'it has no text',
  'section-text': 'the text is a section, not an item',
  duplicate: 'the same is known already',
  'section-full': 'the section is full; revise or retire an item first',
  'unknown-item': 'no item has this id or text',
  'no-reason': 'retiring needs a reason',
} as const;

export type EditRefusal = keyof typeof EDIT_REFUSALS;

export interface MadeEdit {
  readonly document: KnowledgeDocument;
  /** The item that was replaced or retired. Null for an addition. */
  readonly gone: Item | null;
  /** The id of the item that says it now. Null for a retirement. */
  readonly now: string | null;
  /** How the edit was changed, for the writer. Null if it was not. */
  readonly remark: string | null;
}

type Outcome = MadeEdit | EditRefusal;

interface Editing {
  readonly document: KnowledgeDocument;
  readonly edit: ProposedEdit;
  readonly rules: EditRules;
}

interface ItemPlace {
  readonly section: KnowledgeSection;
  readonly item: Item;
}

type Statement = Evidence & Pick<Item, 'text'>;

/**
 * Applies one edit. Pure; a refusal changes nothing. A text that no turn shows, or that is doubted, becomes a guess. An item
 * gives way only to one with as good evidence. A person's item stays, and the text becomes an item beside it.
 */
export function applyEdit(
  document: KnowledgeDocument,
  edit: ProposedEdit,
  rules: EditRules,
): Outcome {
  const editing = { document, edit, rules };
  if (edit.op === 'add') return add(editing);
  const place = findItem(document, edit.item ?? '');
  if (place === null) return 'unknown-item';
  return edit.op === 'revise' ? revise(place, editing) : retire(place, editing);
}

/** The item that a text names: by id, in brackets or not, or by exact text. Of equals, a learnt one. */
function findItem(document: KnowledgeDocument, named: string): ItemPlace | null {
  const id = named
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  const known = placesIn(document).find(({ item }) => item.id === id);
  return known ?? sameAs(document, cleanItemText(named));
}

/** Learnt items come first. */
function placesIn(document: KnowledgeDocument): readonly ItemPlace[] {
  const places = SECTIONS.flatMap((section) =>
    itemsOf(document, section).map((item) => ({ section, item })),
  );
  const byHand = ({ item }: ItemPlace) => Number(item.origin === null);
  return places.toSorted((a, b) => byHand(a) - byHand(b));
}

function sameAs(document: KnowledgeDocument, text: string): ItemPlace | null {
  const wanted = normaliseItem(text);
  return placesIn(document).find(({ item }) => normaliseItem(item.text) === wanted) ?? null;
}

function add({ document, edit, rules }: Editing): Outcome {
  const section = sectionNamed(edit.section ?? '');
  if (section === null) return 'unknown-section';
  if (!isInScope(section, rules.scope)) return 'other-scope';
  const text = cleanItemText(edit.text ?? '');
  const refusal = refuseText(text);
  if (refusal !== null) return refusal;
  const evidence = knowledgeItemEvidence(text, edit, rules);
  const known = sameAs(document, text);
  if (known !== null) return confirm(document, known, evidence.origin);
  return insert(document, section, { text, ...evidence }, rules);
}

/** Adds the turns of this episode to a known item. A guess that is shown now becomes certain. */
function confirm(document: KnowledgeDocument, { item }: ItemPlace, origin: Origin): Outcome {
  const known = item.origin;
  if (known === null || isGuess(origin)) return 'duplicate';
  if (!isGuess(known) && known.episode !== origin.episode) return 'duplicate';
  const turns = isGuess(known) ? origin.turns : itemsInTurnOrder([...known.turns, ...origin.turns]);
  if (!isGuess(known) && turns.length === known.turns.length) return 'duplicate';
  const confirmed = documentWithReplacedItem(document, item, item.text, { ...origin, turns });
  const remark = 'it is known already and has gained these turns';
  return { document: confirmed, gone: item, now: item.id, remark };
}

function revise(place: ItemPlace, { document, edit, rules }: Editing): Outcome {
  const text = cleanItemText(edit.text ?? '');
  const refusal = refuseText(text);
  if (refusal !== null) return refusal;
  const { origin, remark } = knowledgeItemEvidence(text, edit, rules);
  const same = sameAs(document, text);
  if (same !== null) return confirm(document, same, origin);
  const { item: gone } = place;
  const known = gone.origin;
  if (known === null || (isGuess(origin) && !isGuess(known))) {
    return beside(document, place, { text, origin, remark }, rules);
  }
  const shown = turnsOfRevisedItem({ text, origin }, { text: gone.text, origin: known });
  const revised = documentWithReplacedItem(document, gone, text, shown);
  return { document: revised, gone, now: newItem(text, shown).id, remark };
}

function retire(place: ItemPlace, { document, edit, rules }: Editing): Outcome {
  const text = cleanItemText(edit.reason ?? '');
  if (text === '') return 'no-reason';
  const gone = place.item;
  if (gone.origin === null) {
    return beside(document, place, { text, ...knowledgeItemEvidence(text, edit, rules) }, rules);
  }
  return { document: documentWithoutItems(document, [gone]), gone, now: null, remark: null };
}

const MOST_QUOTED = 80;

/** Adds a contradiction as an item of its own, where it may not replace the other item. */
function beside(
  document: KnowledgeDocument,
  { section, item }: ItemPlace,
  { text, origin, remark }: Statement,
  rules: EditRules,
): Outcome {
  const said = cleanItemText(`Against "${cut(item.text, MOST_QUOTED, '...')}": ${text}`);
  const open = rules.scope === 'play' && section === CROSS_EPISODE ? 'LESSONS LEARNED' : section;
  const owner = item.origin === null ? 'a person wrote that item' : 'that item was seen';
  const remarks = [`${owner}: this stands beside it`, ...(remark === null ? [] : [remark])];
  return insert(document, open, { text: said, origin, remark: remarks.join('; ') }, rules);
}

/** Refused if the file has it anywhere, also under a person's own headings. */
function insert(
  document: KnowledgeDocument,
  section: KnowledgeSection,
  { text, origin, remark }: Statement,
  { mostPerSection }: EditRules,
): Outcome {
  const wanted = normaliseItem(text);
  if (allItems(document).some((item) => normaliseItem(item.text) === wanted)) return 'duplicate';
  if (itemsOf(document, section).length >= mostPerSection) return 'section-full';
  const now = newItem(text, origin).id;
  return {
    document: documentWithItem(document, section, text, origin),
    gone: null,
    now,
    remark,
  };
}

function refuseText(text: string): EditRefusal | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'no-text';
  return namesSection(text) ? 'section-text' : null;
}
