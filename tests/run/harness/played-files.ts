import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { callLines } from '../../helpers/read-calls.ts';

const EXACT = ['trajectory.jsonl', 'commands.rec', 'transcript.txt'];
const LEARNT = ['Memories.md', 'map_state.json', 'knowledgebase.md'];

/** What must not depend on how often an episode was interrupted, by name. */
export function playedFiles(workdir: string, episode = '0001'): Record<string, string> {
  const directory = path.join(workdir, 'episodes', episode);
  const files: Record<string, string> = {};
  for (const name of LEARNT) {
    const file = path.join(workdir, name);
    if (existsSync(file)) files[name] = readFileSync(file, 'utf8');
  }
  for (const name of EXACT) files[name] = readFileSync(path.join(directory, name), 'utf8');
  const versions = path.join(directory, 'knowledge');
  for (const name of existsSync(versions) ? readdirSync(versions).sort() : []) {
    files[`knowledge/${name}`] = readFileSync(path.join(versions, name), 'utf8');
  }
  const {
    durationMs: _,
    startedAt: __,
    run: ___,
    ...summary
  } = JSON.parse(readFileSync(path.join(directory, 'summary.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  files['summary.json'] = JSON.stringify(summary);
  files['model-calls.jsonl'] = callsOf(directory).sort().join('\n');
  return files;
}

/** Names of the files in which two played episodes differ. */
export function differing(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => one[name] !== other[name]);
}

/** Every request with its reply, without when it was asked. */
function callsOf(directory: string): string[] {
  return callLines(directory)
    .trim()
    .split('\n')
    .map((line) => {
      const call = JSON.parse(line) as { role: string; requestHash: string; text?: string };
      return `${call.role} ${call.requestHash} ${call.text ?? ''}`;
    });
}

/** Every file below a folder with its bytes as Latin-1, which are compared at once. */
export function allBytes(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    everyFile(folder).map(([file, bytes]) => [file, bytes.toString('latin1')]),
  );
}

/** Every file below a folder with its bytes. */
export function everyFile(folder: string): (readonly [string, Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [file, readFileSync(file)] as const;
    });
}

/** Bytes without their compression. A record that was put away is compressed twice on a fleet. */
export function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unpacked(gunzipSync(bytes));
  try {
    return brotliDecompressSync(bytes);
  } catch {
    // Brotli has no mark of its own: what is none cannot be unpacked.
    return bytes;
  }
}
