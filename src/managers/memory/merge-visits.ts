import { printLines } from '../../domain/lined-document.ts';
import { countVisits } from './edit-document.ts';
import { parseDocument, roomsOf, type RoomMemories } from './memory-document.ts';

/**
 * A Memories.md that joins two files made of one, with the visits of both: to those of `theirs` come the ones that `mine`
 * counted since `base`. Pure.
 */
export function mergeVisits(
  joined: Uint8Array,
  {
    base,
    mine,
    theirs,
  }: { readonly base: Uint8Array | null; readonly mine: Uint8Array; readonly theirs: Uint8Array },
): Uint8Array {
  const [before, here, there] = [base, mine, theirs].map((one) => roomsOf(parseDocument(one)));
  const parsed = parseDocument(joined);
  let document = parsed;
  for (const room of here?.values() ?? []) {
    // A room that only mine knows came with its count.
    if (there?.get(room.id) === undefined) continue;
    const { more, episode } = countedSince(room, before?.get(room.id));
    document = countVisits(document, room.id, more, episode) ?? document;
  }
  return document === parsed ? joined : printLines(document);
}

function countedSince({ visits }: RoomMemories, before: RoomMemories | undefined) {
  const known = before?.visits.episodes ?? [];
  const fresh = visits.episodes.filter((episode) => !known.includes(episode));
  return {
    more: Math.max(0, visits.count - (before?.visits.count ?? 0)),
    episode: Number(fresh.at(-1) ?? visits.episodes.at(-1) ?? 0),
  };
}
