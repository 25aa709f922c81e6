/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFleet, type Fleet } from '../../src/fleet/fleet.ts';
import { KEPT_VERSIONS, openRowFile } from '../../src/fleet/learnt-rows.ts';
import { hasPostgres, sharedServer } from '../helpers/postgres.ts';

const ROW = { place: 'main/ZCODE-1', name: 'Memories.md' };

describe.skipIf(!hasPostgres())('a learnt file in a database', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    const url = await (await sharedServer()).database();
    fleet = await openFleet(url, { patienceMs: 10_000, connections: 8, tell: () => undefined });
  });
  afterAll(() => fleet.close());

  const line = (text: string) => (bytes: Uint8Array | null) =>
    Buffer.concat([bytes ?? new Uint8Array(), Buffer.from(`${text}\n`)]);
  const textOf = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString();

  it('keeps every line that several hands add at once', async () => {
    const row = { ...ROW, place: 'main/many' };
    const files = await Promise.all(
      Array.from({ length: 6 }, () => openRowFile(fleet.database, row)),
    );
    const adding = files.flatMap((file, hand) =>
      Array.from({ length: 5 }, (_, index) => file.update(line(`${hand}.${index}`))),
    );
    await Promise.all(adding);
    const file = await openRowFile(fleet.database, row);
    expect(file.version()).toBe('30');
    expect(textOf(file.read()).trimEnd().split('\n')).toHaveLength(30);
  });

  it('is not there before it is written, and no version is made by a change of nothing', async () => {
    const row = { ...ROW, place: 'main/new' };
    const file = await openRowFile(fleet.database, row);
    expect([file.read(), file.version()]).toEqual([null, null]);
    await file.update(() => null);
    expect(file.version()).toBeNull();
    await file.update(line('a'));
    await file.update((bytes) => bytes);
    expect([textOf(file.read()), file.version()]).toEqual(['a\n', '1']);
  });

  it(`keeps its newest ${KEPT_VERSIONS} versions`, async () => {
    const file = await openRowFile(fleet.database, ROW);
    for (let version = 1; version <= KEPT_VERSIONS + 1; version += 1) {
      await file.update(line(String(version)));
    }
    const kept = await fleet.database.query<{ version: number; bytes: Uint8Array }>(
      'select version, bytes from zorkgpt.learnt_version where place = $1 and name = $2 order by version',
      [ROW.place, ROW.name],
    );
    expect(kept[0]?.version).toBe(2);
    expect(textOf(kept[0]?.bytes ?? null)).toBe('1\n2\n');
    expect(kept.at(-1)?.version).toBe(KEPT_VERSIONS + 1);
  });
});
