import path from 'node:path';
import * as z from 'zod';
import { jsonFile, parsedJson } from '../domain/json.ts';
import { askingProbe, type AskingProbe } from '../model/probe-asking.ts';
import { readTextFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';

const kept = z.record(z.string(), askingProbe);

interface AskedModel {
  readonly baseUrl: string;
  readonly model: string;
}

/** What the built-in questions showed of a model, as a folder keeps it; null where nobody asked them. Throws StorageError. */
export function keptProbe(folder: string, { baseUrl, model }: AskedModel): AskingProbe | null {
  return readKept(folder)[`${baseUrl} ${model}`] ?? null;
}

/** Remembers it. Throws StorageError. */
export function keepProbe(
  folder: string,
  { baseUrl, model }: AskedModel,
  probe: AskingProbe,
): void {
  const all = { ...readKept(folder), [`${baseUrl} ${model}`]: probe };
  writeFileAtomic(path.join(folder, 'asking.json'), jsonFile(all));
}

/** A file that says something else is written anew: what it told can be asked again. */
function readKept(folder: string): z.infer<typeof kept> {
  const text = readTextFile(path.join(folder, 'asking.json')) ?? '';
  return kept.safeParse(parsedJson(text)).data ?? {};
}
