import { jsonFile, parsedJson } from '../domain/json.ts';
import path from 'node:path';
import * as z from 'zod';
import { askingProbe, type AskingProbe } from '../model/probe-asking.ts';
import { readTextFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';

const kept = z.record(z.string(), askingProbe);

/** Who was asked: a model at an address. */
interface AskedModel {
  readonly baseUrl: string;
  readonly model: string;
}

/** What the built-in questions showed of a model, as a folder keeps it; null where nobody asked them. Throws StorageError. */
export function keptProbe(folder: string, asked: AskedModel): AskingProbe | null {
  return readKept(folder)[keyOf(asked)] ?? null;
}

/** Remembers it. Throws StorageError. */
export function keepProbe(folder: string, asked: AskedModel, probe: AskingProbe): void {
  const all = { ...readKept(folder), [keyOf(asked)]: probe };
  writeFileAtomic(fileIn(folder), jsonFile(all));
}

/** A file that says something else is written anew: what it told can be asked again. */
function readKept(folder: string): z.infer<typeof kept> {
  return kept.safeParse(parsedJson(readTextFile(fileIn(folder)) ?? '')).data ?? {};
}

function fileIn(folder: string): string {
  return path.join(folder, 'asking.json');
}

function keyOf({ baseUrl, model }: AskedModel): string {
  return `${baseUrl} ${model}`;
}
