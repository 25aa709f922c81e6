import type { LearntBytes } from '../storage/learnt-folder.ts';
import { roomsInDocument } from '../managers/memory/memory-document.ts';
import { canonicalAction, takenNouns } from '../domain/command.ts';
import { isBelieved, type Memory, memoryActions } from '../domain/memory.ts';
import { isNamedWhole } from '../domain/named-things.ts';
import type { Location } from '../domain/observation.ts';
import { sharedWords } from '../domain/word-forms.ts';
import { allItems, parseKnowledge } from '../managers/knowledge/knowledge-document.ts';
import { newestDestination, edgesFrom, type MapGraph } from '../managers/map/map-graph.ts';
import { graphInMapFile } from '../managers/map/map-file.ts';
import type { Fact, Question } from './question.ts';

/** A believed memory or an item of knowledge that may have an answer. */
interface Entry {
  /** The room that a memory is filed under. Null for knowledge. */
  readonly room: Location | null;
  readonly memory: Memory | null;
  readonly text: string;
  /** The episode that taught it. Null for a person's text. */
  readonly episode: number | null;
}

export interface Learnt {
  readonly entries: readonly Entry[];
  readonly map: MapGraph;
}

/** Parses what was learnt of the story with this IFID. A map that cannot be used is told and counts as empty. */
export function parseLearnt(
  { memories, knowledge, map }: Pick<LearntBytes, 'memories' | 'knowledge' | 'map'>,
  ifid: string,
  tell?: (line: string) => void,
): Learnt {
  const filed = roomsInDocument(memories).flatMap((room) =>
    room.memories.filter(isBelieved).map((memory) => ({
      room: { id: room.id, name: room.name },
      memory,
      text: `${memory.title}. ${memory.text}`,
      episode: memory.episode,
    })),
  );
  const items = allItems(parseKnowledge(knowledge)).map(({ text, origin }) => ({
    room: null,
    memory: null,
    text,
    episode: origin?.episode ?? null,
  }));
  return { entries: [...filed, ...items], map: graphInMapFile(map, ifid, tell) };
}

/** A learnt entry in words: its room, category and title; or the text of knowledge. */
export function learntEntryWords({ room, memory, text }: Entry): string {
  return room === null || memory === null
    ? `knowledge: ${text}`
    : `${room.name} (${room.id}), ${memory.category}: ${memory.title}`;
}

/** An answer of the game counts as told with this share of its words. */
const HALF = 0.5;

export type Source = Entry | 'map';

/** The first entry with one of these answers to the question, and that answer. Compares words alone, in any form. */
export function answerInLearnt(question: Question, facts: readonly Fact[], learnt: Learnt) {
  const mapped = facts.find((fact) => isOnMap(question, fact, learnt));
  if (mapped !== undefined) return { fact: mapped, source: 'map' as const };
  const entries = learnt.entries.filter((entry) => mayAnswer(question, entry));
  for (const fact of facts) {
    const source = entries.find((entry) => says(entry, question, fact));
    if (source !== undefined) return { fact, source };
  }
  return null;
}

/** Whether an entry has the topic of a question. Saves comparing many answers. */
function mayAnswer({ kind, subject, room }: Question, entry: Entry): boolean {
  if (kind === 'where') return isNamedWhole(entry.text, subject) || takes(entry, subject);
  return isOf(entry, room);
}

/** Whether an entry is filed under a room. Knowledge has to name it. */
function isOf(entry: Entry, room: Location): boolean {
  return entry.room === null ? isNamedWhole(entry.text, room.name) : entry.room.id === room.id;
}

function isOnMap({ kind, room, subject }: Question, fact: Fact, { map }: Learnt): boolean {
  const action = fact.kind === 'way' ? fact.direction : subject;
  const seen = [...(edgesFrom(map, room.id).get(action)?.values() ?? [])].map(newestDestination);
  const newest = seen.findLast((destination) => destination !== null);
  if (!newest) return false;
  if (fact.kind === 'way') return map.rooms.get(newest.to)?.name === subject;
  return kind === 'needs' && fact.kind === 'command' && newest.opener === fact.command;
}

function says(entry: Entry, question: Question, fact: Fact): boolean {
  const { subject, room } = question;
  if (fact.kind === 'room') return tellsPlace(entry, subject, fact.room);
  if (!isOf(entry, room)) return false;
  if (fact.kind === 'way') {
    return isAbout(entry, fact.direction) && !fails(entry) && isNamedWhole(entry.text, subject);
  }
  if (fact.kind === 'command') {
    const isDanger = entry.memory === null || entry.memory.category === 'DANGER';
    const isRightSort = question.kind === 'kills' ? isDanger : !fails(entry);
    return isRightSort && isAbout(entry, fact.command);
  }
  return isAbout(entry, subject) && tellsOutcome(entry, fact);
}

/** How games word what comes to light. */
const REVEALS = /\b(?:reveal(?:s|ed|ing)?|you (?:find|discover))\b[^.]*/gi;

/** Whether an entry tells that a thing is in a room: it takes it there, reveals it, or names it without a command. */
function tellsPlace(entry: Entry, thing: string, room: Question['room']): boolean {
  const isNamed = isNamedWhole(entry.text, thing);
  if (entry.room === null || entry.memory === null) {
    return isNamed && isNamedWhole(entry.text, room.name);
  }
  if (fails(entry)) return false;
  const isTaken = takes(entry, thing);
  const isDeed = /^\p{Ll}/u.test(entry.memory.title);
  if (entry.room.id === room.id) {
    const revealed = entry.memory.text.match(REVEALS) ?? [];
    const isRevealed = revealed.some((words) => isNamedWhole(words, thing));
    return isTaken || (isNamed && (!isDeed || isRevealed));
  }
  return isNamed && !isTaken && isNamedWhole(entry.text, room.name);
}

function takes({ memory }: Entry, thing: string): boolean {
  const taken = memory === null ? [] : memoryActions(memory).flatMap(takenNouns);
  return taken.some((noun) => isNamedWhole(thing, noun));
}

function tellsOutcome(
  { text, memory }: Entry,
  fact: Exclude<Fact, { kind: 'room' | 'way' | 'command' }>,
): boolean {
  if (fact.kind === 'points') {
    const numbers = (text.match(/\d+/g) ?? []).map(Number);
    return memory?.scoreChange === fact.points || numbers.includes(Math.abs(fact.points));
  }
  if (fact.kind === 'arrival') return isNamedWhole(text, fact.room.name);
  if (fact.kind === 'holding') return !fails({ memory }) && isNamedWhole(text, fact.thing);
  if (fact.kind === 'death') return memory?.category === 'DANGER';
  return memory?.category === 'FAILURE' || sharedWords(text, fact.text) >= HALF;
}

/** Whether an entry is about a command: its title names it, or its text has it whole. */
function isAbout({ memory, text }: Entry, command: string): boolean {
  const titles = memory === null ? [] : memoryActions(memory).map(canonicalAction);
  return titles.includes(command) || isNamedWhole(text, command);
}

function fails({ memory }: Pick<Entry, 'memory'>): boolean {
  return memory?.category === 'FAILURE';
}
