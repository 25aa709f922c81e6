import { isUtf8 } from 'node:buffer';
import type { FileEntry } from '../domain/entry-changes.ts';
import { applyEntryEdits, entriesIn, type EntryFormat } from '../domain/entry-edits.ts';
import { mergeEdits } from '../domain/entry-merge.ts';
import { ConfigError } from '../domain/errors.ts';
import { locationId } from '../domain/ids.ts';
import { parsedJson } from '../domain/json.ts';
import { printDocumentLines, type LinedBlock } from '../domain/lined-document.ts';
import { mergeThings, parseThings, printThings } from '../managers/frontier/known-things.ts';
import { normaliseItem, readItem } from '../managers/knowledge/knowledge-item.ts';
import { KNOWLEDGE_ENTRIES } from '../managers/knowledge/knowledge-document.ts';
import { joinLedgers, parseLedger, printLedger } from '../managers/knowledge/ledger.ts';
import { mergeStoredMaps } from '../managers/map/map-store.ts';
import { mergeDocumentVisits } from '../managers/memory/edit-document.ts';
import { parseEntry } from '../managers/memory/entry.ts';
import { parseEvidence, printEvidence } from '../managers/memory/evidence.ts';
import { isChangeKnown } from '../managers/memory/memory-changes.ts';
import { memoriesAt, parseDocument, MEMORY_ENTRIES } from '../managers/memory/memory-document.ts';
import { mergeReturns, parseReturns, printReturns } from '../managers/returns/returns.ts';
import { sameBytes, whyNoText } from '../storage/bytes.ts';
import { mapLearnt, type LearntName } from '../storage/learnt-folder.ts';
import { type Change, type DurableFile } from '../storage/storage.ts';
import { mergeEvidence } from '../verify/memory-evidence.ts';
import { parseRecipes, putRecipe, recipesOf } from '../verify/recipe-document.ts';
import type { Database, Transaction } from './postgres/database.ts';

export const KEPT_VERSIONS = 20;

export interface LearntRow {
  readonly name: string;
  /** Counts up from 1; 0 for one that was never written. */
  readonly version: number;
  readonly bytes: Uint8Array | null;
}

interface RowName {
  readonly place: string;
  readonly name: string;
}

/** The learnt files of a place, without those that were never written. Rejects with ConfigError for a damaged one. */
export async function learntRows(tx: Transaction, place: string): Promise<readonly LearntRow[]> {
  const rows = await tx.query<LearntRow>(
    'select name, version, bytes from zorkgpt.learnt where place = $1 and version > 0 order by name',
    [place],
  );
  for (const { name, bytes } of rows) {
    if (bytes === null || isLearntText(name, bytes)) continue;
    throw new ConfigError(
      `What the fleet keeps as ${place}/${name} is damaged; restore the database.`,
    );
  }
  return rows;
}

/** Whether bytes can be a learnt file: all are text, and the map is JSON. */
function isLearntText(name: string, bytes: Uint8Array): boolean {
  if (whyNoText(bytes) !== null || !isUtf8(bytes)) return false;
  return !name.endsWith('.json') || parsedJson(Buffer.from(bytes).toString()) !== undefined;
}

/** Applies a pure change to a locked row, keeps the last 20 versions, and returns the row's new content. */
export async function updateRow(tx: Transaction, { place, name }: RowName, change: Change) {
  await tx.query(
    'insert into zorkgpt.learnt (place, name, version) values ($1, $2, 0) on conflict do nothing',
    [place, name],
  );
  const [row] = await tx.query<LearntRow>(
    'select name, version, bytes from zorkgpt.learnt where place = $1 and name = $2 for update',
    [place, name],
  );
  const before = row?.bytes ?? null;
  const version = row?.version ?? 0;
  const after = change(before);
  if (after === null || sameBytes(after, before)) return { name, version, bytes: before };
  const next = version + 1;
  await tx.query(
    `with written as (
       update zorkgpt.learnt set version = $3, bytes = $4 where place = $1 and name = $2
     ), forgotten as (
       delete from zorkgpt.learnt_version where place = $1 and name = $2 and version <= $3 - $5::int
     )
     insert into zorkgpt.learnt_version (place, name, version, bytes) values ($1, $2, $3, $4)`,
    [place, name, next, Buffer.from(after), KEPT_VERSIONS],
  );
  return { name, version: next, bytes: after };
}

/** Opens a row as a file that only changes as a whole. Rejects as `Database.transaction`, and so do its updates. */
export async function openRowFile(database: Database, row: RowName): Promise<DurableFile> {
  let held: LearntRow = { name: row.name, version: 0, bytes: null };
  const look = async (tx: Transaction) => {
    const rows = await learntRows(tx, row.place);
    held = rows.find(({ name }) => name === row.name) ?? held;
  };
  await database.transaction(look);
  return {
    path: `${row.place}/${row.name}`,
    /** The content when this file last read or changed it. */
    read: () => held.bytes,
    version: () => (held.version === 0 ? null : String(held.version)),
    async update(change) {
      held = await database.transaction((tx) => updateRow(tx, row, change));
    },
  };
}

type Bytes = Uint8Array | null;

interface Versions {
  /** The content at the start of an episode or a person's work. */
  readonly base: Bytes;
  /** The result of that work. */
  readonly mine: Bytes;
  /** Others' changes in the meantime. */
  readonly theirs: Bytes;
}

type Merge = (versions: { base: Bytes; mine: Uint8Array; theirs: Uint8Array }) => Uint8Array;

const NAMES = new Map(Object.values(mapLearnt((name, what) => [name, what] as const)));

/** The content of a learnt file with the work of both sides; the bytes of one side if only that one changed it. Pure. */
export function mergeLearnt(name: string, { base, mine, theirs }: Versions): Bytes {
  if (mine === null || sameBytes(mine, base) || sameBytes(mine, theirs)) return theirs;
  if (theirs === null || sameBytes(theirs, base)) return mine;
  const what = NAMES.get(name);
  return what === undefined ? mine : MERGES[what]({ base, mine, theirs });
}

const MERGES: Readonly<Record<LearntName, Merge>> = {
  memories: (versions) =>
    mergeDocumentVisits(merged(versions, MEMORY_ENTRIES, isRemembered(versions.theirs)), versions),
  archive: (versions) => merged(versions, MEMORY_ENTRIES, isRemembered(versions.theirs)),
  knowledge: (versions) => merged(versions, KNOWLEDGE_ENTRIES, isWritten(versions.theirs)),
  map: ({ mine, theirs }) => mergeStoredMaps(theirs, mine),
  recipes({ base, mine, theirs }) {
    const before = new Set(recipesOf(parseRecipes(base)).map((one) => JSON.stringify(one)));
    const found = recipesOf(parseRecipes(mine)).filter((one) => !before.has(JSON.stringify(one)));
    const known = parseRecipes(theirs);
    const document = found.reduce(putRecipe, known);
    return document === known ? theirs : printDocumentLines(document);
  },
  evidence({ base, mine, theirs }) {
    const before = parseEvidence(base);
    const changed = [...parseEvidence(mine)].filter(
      ([key, one]) => JSON.stringify(before.get(key)) !== JSON.stringify(one),
    );
    const found = changed.map(([, one]) => one);
    return printEvidence(mergeEvidence(parseEvidence(theirs), found, false));
  },
  things: ({ mine, theirs }) => printThings(mergeThings(parseThings(theirs), parseThings(mine))),
  returns: ({ mine, theirs }) =>
    printReturns(mergeReturns(parseReturns(theirs), parseReturns(mine))),
  ledger: ({ mine, theirs }) => printLedger(joinLedgers(parseLedger(theirs), parseLedger(mine))),
};

/** Their text with my changes. For entries that both changed, and counts in places that both have, theirs stay. */
function merged<B extends LinedBlock>(
  { base, mine, theirs }: Parameters<Merge>[0],
  format: EntryFormat<B>,
  isThere: (entry: FileEntry) => boolean,
): Uint8Array {
  const found = entriesIn(theirs, format);
  const { add, replace, remove, conflicts } = mergeEdits(
    found,
    entriesIn(base, format),
    entriesIn(mine, format),
  );
  const places = new Set(found.map(({ place }) => place));
  const isNew = (entry: FileEntry) =>
    !conflicts.includes(entry) &&
    !(entry.isCount === true && places.has(entry.place)) &&
    !isThere(entry);
  const changed = replace.filter(({ to }) => to.isCount !== true);
  const added = add.filter(isNew);
  if (added.length + changed.length + remove.length === 0) return theirs;
  return applyEntryEdits(theirs, { add: added, replace: changed, remove }, format);
}

function isRemembered(theirs: Uint8Array): (entry: FileEntry) => boolean {
  const document = parseDocument(theirs);
  return ({ place, text }) => {
    const id = /^Location (\d+)$/.exec(place)?.[1];
    const memory = parseEntry(text.split('\n'));
    if (id === undefined || memory === null) return false;
    return isChangeKnown(memoriesAt(document, locationId(Number(id))), memory);
  };
}

function isWritten(theirs: Uint8Array): (entry: FileEntry) => boolean {
  const keyOf = ({ place, text }: FileEntry) =>
    `${place}\n${normaliseItem(readItem(text.split('\n')).text)}`;
  const known = new Set(entriesIn(theirs, KNOWLEDGE_ENTRIES).map(keyOf));
  return (entry) => known.has(keyOf(entry));
}
