import { insertItem, removeItem, replaceItem, type ItemPlace } from './edit-document.ts';
import { cleanItemText, normaliseItem, type Origin } from './item.ts';
import { allItems, itemsOf, type KnowledgeDocument } from './knowledge-document.ts';
import type { KnownWords } from '../known-words.ts';
import {
  isInScope,
  namesSection,
  SECTIONS,
  sectionNamed,
  type Scope,
} from './knowledge-section.ts';

/** What a model wants done to one item; whether it can be done is found out here. */
export interface ProposedEdit {
  readonly op: 'add' | 'revise' | 'retire';
  /** Where to add. */
  readonly section: string | null;
  /** Id or exact text of the item to revise or retire. */
  readonly item: string | null;
  readonly text: string | null;
  /** A turn that shows it. */
  readonly turn: number | null;
  readonly reason: string | null;
}

/** Facts that an edit is judged by, besides the document. */
export interface EditRules {
  readonly scope: Scope;
  readonly episode: number;
  /** The turns an edit may appeal to. */
  readonly turns: { readonly from: number; readonly to: number };
  readonly mostPerSection: number;
  /** What an item may name; without it everything is believed. */
  readonly words?: KnownWords;
}

export const EDIT_REFUSALS = {
  'unknown-section': 'there is no such section',
  'other-scope': 'this section is not open to this update',
  'no-text': 'it has no text',
  'section-text': 'the text is a section, not an item',
  duplicate: 'the same is known already',
  'section-full': 'the section is full; revise or retire an item first',
  'unknown-item': 'no item that may be changed has this id or text',
  'no-such-turn': 'the turn it appeals to is not one of those shown',
  'no-reason': 'retiring needs a reason',
  invented: 'it names a thing that neither the story nor this episode knows',
} as const;

export type EditRefusal = keyof typeof EDIT_REFUSALS;

/** The document after an edit, or why it is refused. */
export type EditResult = KnowledgeDocument | EditRefusal;

/** Carries out one edit. Pure; a refusal changes nothing. */
export function applyEdit(
  document: KnowledgeDocument,
  edit: ProposedEdit,
  rules: EditRules,
): EditResult {
  const { from, to } = rules.turns;
  if (edit.turn !== null && (edit.turn < from || edit.turn > to)) return 'no-such-turn';
  const origin: Origin = { episode: rules.episode, turn: edit.turn ?? to };
  if (edit.op === 'add') return add(document, edit, origin, rules);
  const found = findItem(document, edit.item ?? '');
  if (found === null) return 'unknown-item';
  if (!isInScope(found.section, rules.scope)) return 'other-scope';
  if (edit.op === 'revise')
    return revise(document, found, { text: edit.text ?? '', origin, words: rules.words });
  if ((edit.reason ?? '').trim() === '') return 'no-reason';
  return removeItem(document, found);
}

/** The item with an origin that an id, in brackets or not, or an exact text names. */
export function findItem(document: KnowledgeDocument, named: string): ItemPlace | null {
  const id = named
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  const text = normaliseItem(cleanItemText(named));
  const candidates = SECTIONS.flatMap((section) =>
    itemsOf(document, section)
      .filter(({ origin }) => origin !== null)
      .map((item) => ({ section, item })),
  );
  return (
    candidates.find(({ item }) => item.id === id) ??
    candidates.find(({ item }) => normaliseItem(item.text) === text) ??
    null
  );
}

function add(
  document: KnowledgeDocument,
  edit: ProposedEdit,
  origin: Origin,
  { scope, mostPerSection, words }: EditRules,
): EditResult {
  const section = sectionNamed(edit.section ?? '');
  if (section === null) return 'unknown-section';
  if (!isInScope(section, scope)) return 'other-scope';
  const text = cleanItemText(edit.text ?? '');
  const refusal = refuseText(document, text, words);
  if (refusal !== null) return refusal;
  if (itemsOf(document, section).length >= mostPerSection) return 'section-full';
  return insertItem(document, section, text, origin);
}

function revise(
  document: KnowledgeDocument,
  place: ItemPlace,
  edit: { readonly text: string; readonly origin: Origin; readonly words: EditRules['words'] },
): EditResult {
  const text = cleanItemText(edit.text);
  return refuseText(document, text, edit.words) ?? replaceItem(document, place, text, edit.origin);
}

function refuseText(
  document: KnowledgeDocument,
  text: string,
  words: EditRules['words'],
): EditRefusal | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'no-text';
  if (namesSection(text)) return 'section-text';
  const wanted = normaliseItem(text);
  const isKnown = allItems(document).some((item) => normaliseItem(item.text) === wanted);
  if (isKnown) return 'duplicate';
  return words?.judge('', text) === 'invented' ? 'invented' : null;
}
