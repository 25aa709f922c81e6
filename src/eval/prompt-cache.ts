import { greatest } from 'd3-array';
import {
  CHARACTERS_PER_TOKEN,
  messageCharacters,
  type Message,
  type Role,
} from '../domain/message.ts';

export interface RecordedRequest {
  readonly role: Role;
  readonly messages: readonly Message[];
}

/** How much of a role's requests a provider's prompt cache could have read. Counts, so that reports can be added. */
export interface RolePrefix {
  readonly role: Role;
  readonly requests: number;
  /** Requests that follow another one of the role. */
  readonly pairs: number;
  /** Characters of the requests that follow another, and those shared with it from the start. */
  readonly characters: number;
  readonly shared: number;
  /** Shared characters that a provider would cache: prefixes of 1024 tokens and more, in steps of 128. */
  readonly cacheable: number;
  /** How often each section was the first to differ; `nothing` for a request equal to the one before. */
  readonly brokenBy: Readonly<Record<string, number>>;
}

const SMALLEST_PREFIX = 1024;
const STEP = 128;

/** The report over requests in order, one entry for each role with any. Pure. */
export function promptCacheReport(requests: readonly RecordedRequest[]): readonly RolePrefix[] {
  const last = new Map<Role, readonly Message[]>();
  const each = requests.map(({ role, messages }) => {
    const before = last.get(role);
    last.set(role, messages);
    return ofRequest({ role, messages }, before);
  });
  return addPromptCacheReports([each]);
}

/** Adds reports, for example of the episodes of an arm. Pairs are never made across reports. */
export function addPromptCacheReports(
  reports: readonly (readonly RolePrefix[])[],
): readonly RolePrefix[] {
  const sums = new Map<Role, RolePrefix>();
  for (const report of reports.flat()) {
    const sum = sums.get(report.role);
    sums.set(report.role, sum === undefined ? report : add(sum, report));
  }
  return [...sums.values()];
}

/** Share of the characters that a provider's cache could have read, 0 to 1. Null for a role without pairs. */
export function sharedShare({ shared, characters }: RolePrefix): number | null {
  return characters === 0 ? null : shared / characters;
}

/** The section that differed first most often, and how often. Undefined for none. */
export function mostOftenBrokenBy({ brokenBy }: RolePrefix) {
  return greatest(Object.entries(brokenBy), ([, times]) => times);
}

function ofRequest({ role, messages }: RecordedRequest, before: readonly Message[] | undefined) {
  const first = { role, requests: 1, pairs: 0, characters: 0, shared: 0, cacheable: 0 };
  if (before === undefined) return { ...first, brokenBy: {} };
  const { common: shared, section } = compare(before, messages);
  const [characters, cacheable] = [messageCharacters(messages), cacheablePart(shared)];
  return { ...first, pairs: 1, characters, shared, cacheable, brokenBy: { [section]: 1 } };
}

function cacheablePart(characters: number): number {
  const tokens = Math.floor(characters / CHARACTERS_PER_TOKEN);
  if (tokens < SMALLEST_PREFIX) return 0;
  return Math.floor(tokens / STEP) * STEP * CHARACTERS_PER_TOKEN;
}

/** The shared characters at the start of two requests, and the section where they part. */
function compare(before: readonly Message[], now: readonly Message[]) {
  let common = 0;
  for (const [index, message] of now.entries()) {
    const other = before[index];
    if (other?.role !== message.role) return { common, section: `${message.role} message` };
    const same = commonLength(other.content, message.content);
    common += same;
    const isWhole = same === message.content.length && same === other.content.length;
    if (!isWhole) return { common, section: sectionAt(message, same) };
  }
  return { common, section: before.length === now.length ? 'nothing' : 'end of the messages' };
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** The heading above or at a position. Before the first one, the message's role. */
function sectionAt({ role, content }: Message, position: number): string {
  if (role === 'system') return 'system message';
  const lineEnd = content.indexOf('\n', position);
  const upToHere = content.slice(0, lineEnd === -1 ? content.length : lineEnd);
  const heading = [...upToHere.matchAll(/^## (.+)$/gm)].at(-1)?.[1];
  return heading ?? `${role} message`;
}

function add(a: RolePrefix, b: RolePrefix): RolePrefix {
  const sections = Object.keys({ ...a.brokenBy, ...b.brokenBy });
  return {
    role: a.role,
    requests: a.requests + b.requests,
    pairs: a.pairs + b.pairs,
    characters: a.characters + b.characters,
    shared: a.shared + b.shared,
    cacheable: a.cacheable + b.cacheable,
    brokenBy: Object.fromEntries(
      sections.map((name) => [name, (a.brokenBy[name] ?? 0) + (b.brokenBy[name] ?? 0)]),
    ),
  };
}
