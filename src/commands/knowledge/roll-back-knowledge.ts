import type { Command } from 'commander';
import { findVersion, listVersions, readVersion, rollBackTo } from './knowledge-versions.ts';
import { learntPlace, tellReplaced } from '../learnt-place.ts';
import type { World } from '../world.ts';
import {
  compareVersions,
  renderComparison,
  rollBack,
} from '../../managers/knowledge/compare-versions.ts';
import { openKnowledgeBase } from '../../run/open-learnt.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { confirm } from '../confirm.ts';
import { note, print, printJson } from '../output.ts';
import type { CommonOptions } from '../command.ts';

/** Options of `knowledge rollback`. */
export interface RollbackOptions extends CommonOptions {
  readonly to: string;
  readonly yes?: true;
}

/** Takes what was learnt back to a version, after showing what that changes. */
export async function rollback(
  world: World,
  options: RollbackOptions,
  _: readonly string[],
  command: Command,
): Promise<void> {
  const { workdir, ifid, knowledge: file } = await learntPlace(world, options);
  const { name, before } = tellReplaced(file, options);
  const version = findVersion(listVersions(workdir, ifid), options.to);
  const bytes = readVersion(version);
  const now = readBytesFile(file);
  const changes = compareVersions(now, rollBack(now, bytes));
  if (changes.length > 0) {
    note(world, renderComparison(changes));
    await confirm(world, command, `Change ${name} like this?`);
    await rollBackTo(
      openKnowledgeBase(file, (message) => note(world, message), 'person'),
      bytes,
    );
  }
  if (options.json) printJson(world, { file, to: version.name, changed: changes.length });
  else if (changes.length === 0) print(world, `${name} is like version ${version.name} already.`);
  else print(world, `${name} is like version ${version.name}; ${before}.`);
}
