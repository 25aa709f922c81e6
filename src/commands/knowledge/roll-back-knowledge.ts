import { findVersion, listVersions, readVersion } from './knowledge-versions.ts';
import { changeShown, learntPlace } from '../learnt-place.ts';
import {
  compareVersions,
  renderComparison,
  rollBack,
} from '../../managers/knowledge/compare-versions.ts';
import { openKnowledgeBase } from '../../run/open-learnt.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import type { Call } from '../call.ts';

/** Takes what was learnt back to a version, after showing what that changes. */
export async function rollback(call: Call<{ readonly to: string }>): Promise<void> {
  const place = await learntPlace(call);
  const { knowledge: file } = place;
  const version = findVersion(listVersions(place), call.options.to);
  const bytes = readVersion(version);
  const now = readBytesFile(file);
  const changes = compareVersions(now, rollBack(now, bytes));
  const { name, before } = await changeShown(call, file, {
    shown: changes.length === 0 ? null : renderComparison(changes),
    // What the file says by then is rolled back.
    write: () =>
      openKnowledgeBase(file, call.tell, 'person').update((found) => rollBack(found, bytes)),
  });
  call.answer({ file, to: version.name, changed: changes.length }, () =>
    changes.length === 0
      ? `${name} is like version ${version.name} already.`
      : `${name} is like version ${version.name}; ${before}.`,
  );
}
