import type { LocationId } from '../domain/ids.ts';
import type { ShutThing } from '../domain/shut-things.ts';
import { tookNoMove } from '../domain/turn-effect.ts';
import { bestOutcomeOf, type Attempt, type GameState } from '../domain/game-state.ts';
import { isNamedWhole, thingsNamedByCommand, thingsNamed } from '../domain/named-things.ts';
import { heldThings, type Observation, thingsSeen, type ZObject } from '../domain/observation.ts';
import { wordsIn, firstFew } from '../domain/text.ts';
import { looksOf } from '../domain/turn-record.ts';
import { wholeSentences } from './quote.ts';
import { roomWords } from './room-wording.ts';
import { thingWords } from './thing-wording.ts';
import { BARRED, commandWords } from './wording.ts';

const MOST_SHUT = 4;
const LONGEST_ANSWER = 160;

/**
 * The things that were locked or closed when last seen, and the tries to open them: `sea chest in Bedroom (66), locked:
 * rusty key refused, brass key not tried`. `unsolved` leaves out things in sight, and those that open at will and were not
 * tried. No key is named as not tried if a line of `known` names another one for the thing.
 */
export function shutThings(
  state: Pick<GameState, 'shut' | 'attempts' | 'observation'>,
  which: 'all' | 'unsolved',
  known = '',
): string {
  const { location } = state.observation;
  const held = heldThings(state.observation);
  const tried = [...state.attempts].flatMap(([room, all]) => all.map((one) => ({ ...one, room })));
  const words = [...state.shut.values()]
    .toReversed()
    .toSorted((a, b) => Number(b.isLocked) - Number(a.isLocked))
    .flatMap((shut) => {
      const { thing, room, isLocked, isBarred } = shut;
      const isHere = room.id === location.id;
      const where = isHere ? 'here' : `in ${roomWords(room)}`;
      const isOfIt = (line: string) =>
        isNamedWhole(line, thing.name) || (isHere && wordsIn(line).includes(kindOf(thing)));
      const told = known.split('\n').filter(isOfIt);
      const tries = triesOn(shut, tried, { held, told });
      const notes = tries?.join(', ') ?? '';
      // A thing that opens at will does not matter elsewhere.
      const isAtWill = !isLocked && !isBarred && !isHere;
      const isPlain = notes === '' && (!isLocked || isHere);
      if (which === 'unsolved' && (isAtWill || isPlain)) return [];
      const state = isLocked ? 'locked' : isBarred ? BARRED : 'closed';
      const how = `${state}${notes === '' ? '' : `: ${notes}`}`;
      return `${thingWords(thing)} ${where}, ${how}`;
    });
  return firstFew(words, MOST_SHUT).join('; ');
}

/** What the player opened, was open when last seen elsewhere, and a plan names: `rare books door in Stacks (54)`. */
export function leftOpen(
  { recent, observation }: Pick<GameState, 'recent' | 'observation'>,
  plan: string,
): string {
  const { location } = observation;
  const looks = [...looksOf(recent), observation];
  const deeds = recent.map(({ decision: { action }, before, after }) => {
    const named = thingsNamedByCommand(action, thingsSeen(before));
    const opened = openIn(after).filter((id) => !openIn(before).includes(id));
    const found = named.filter(({ id }) => opened.includes(id));
    return { named, opened: found.map((thing) => ({ thing, room: before.location })) };
  });
  const things = new Map(deeds.flatMap(({ opened }) => opened).map((one) => [one.thing.id, one]));
  const words = [...things.values()].flatMap(({ thing, room }) => {
    const last = looks.findLast(({ objects }) => objects.some(({ id }) => id === thing.id));
    const isOpen = last !== undefined && openIn(last).includes(thing.id);
    const tools = deeds.flatMap(({ named }) =>
      named.some(({ id }) => id === thing.id) ? named : [],
    );
    const isPlanned = [thing, ...tools].some(({ name }) => isNamedWhole(plan, name));
    const isAway = isOpen && last.location.id !== location.id;
    return isAway && isPlanned ? [`${thingWords(thing)} in ${roomWords(room)}`] : [];
  });
  return firstFew(words, MOST_SHUT).join('; ');
}

function openIn({ objects }: Pick<Observation, 'objects'>): readonly number[] {
  return objects.flatMap(({ id, traits }) => (traits.includes('open') ? [id] : []));
}

/** The parser's choice for a command, in brackets before its answer: `(with the brass key)`. */
const CHOSEN = /^\s*\((?:with|using) ([^()]+)\)/;

/**
 * The command that opened it before. Else the failures on it, and the keys that were not used; for a thing without a lock,
 * the refusals. A command that the parser did not take is no try. Null if nothing was tried.
 */
function triesOn(
  { thing, isLocked, room }: ShutThing,
  attempts: readonly (Attempt & { readonly room: LocationId })[],
  { held, told }: { readonly held: readonly ZObject[]; readonly told: readonly string[] },
): readonly string[] | null {
  const all = triesAbout({ thing, room }, attempts);
  const wanted = isLocked ? 'unlock' : 'open';
  const asked = all.filter(({ verb }) => verb === wanted || (isLocked && verb === 'open'));
  const opener = openerWords(asked, wanted);
  if (opener !== null) return opener;
  if (asked.length === 0 && !isLocked) return null;
  const refused = asked
    .filter(({ brought }) => brought === 'refused' || brought === 'nothing')
    .flatMap(({ tools }) => tools);
  const answer = wholeSentences(asked.at(-1)?.response ?? '', LONGEST_ANSWER);
  const wouldNot = refused.length === 0 && !isLocked ? [`"${answer}"`] : [];
  const kinds = new Set([...refused.map(kindOf), 'key']);
  const { right, wrong } = keysTold(told, kinds);
  for (const { name } of refused) wrong.add(name.toLowerCase());
  const isRight = ({ name }: ZObject) => right.has(name.toLowerCase());
  const left = held
    .filter((one) => kinds.has(kindOf(one)))
    .filter(({ name }) => !wrong.has(name.toLowerCase()));
  const isElsewhere = [...right].some((key) => !wrong.has(key)) && !left.some(isRight);
  // A line's words about a key come from trying it.
  const untried = isLocked && !isElsewhere ? left.filter((one) => !isRight(one)) : [];
  const names = (things: readonly ZObject[]) => [...new Set(things.map(thingWords))];
  const inVain = names(refused);
  const tried = new Set([...inVain, ...names(all.flatMap(({ tools }) => tools))]);
  return [
    ...wouldNot,
    ...inVain.map((name) => `${name} refused`),
    ...names(untried).flatMap((name) => (tried.has(name) ? [] : [`${name} not tried`])),
  ];
}

/** The tries that name a shut thing and that the parser took. */
function triesAbout(
  { thing, room }: Pick<ShutThing, 'thing' | 'room'>,
  attempts: readonly (Attempt & { readonly room: LocationId })[],
) {
  return attempts.flatMap((attempt) => {
    const { action, moment } = attempt;
    const outcome = bestOutcomeOf(attempt);
    const { brought, response, prior } = outcome;
    const isPlayed = prior !== undefined && !tookNoMove({ before: prior, after: outcome.moment });
    const seen = thingsSeen(moment);
    const named = thingsNamedByCommand(action.replaceAll(' using ', ' with '), seen);
    const isMeant = named.some(({ id }) => id === thing.id);
    if (!isMeant || (!isPlayed && brought !== 'changed')) return [];
    const chosen = thingsNamed(CHOSEN.exec(response)?.[1] ?? '', seen);
    const tools = [...named, ...chosen].filter(({ id }) => id !== thing.id);
    const isHere = attempt.room === room.id;
    return [
      { action, verb: action.split(' ')[0], brought, response, tools, at: attempt.room, isHere },
    ];
  });
}

/** The command that opened it; if only on the other side of a door, after the newest answer on this one. Else null. */
function openerWords(
  asked: ReturnType<typeof triesAbout>,
  wanted: string,
): readonly string[] | null {
  const openers = asked.filter(({ verb, brought }) => verb === wanted && brought === 'changed');
  const opener = openers.findLast(({ isHere }) => isHere) ?? openers.at(-1);
  if (opener === undefined) return null;
  const { action, isHere, at } = opener;
  if (isHere) return [`${commandWords(action)} worked before`];
  const response = asked.findLast((one) => one.isHere)?.response ?? '';
  const answer = wholeSentences(response, LONGEST_ANSWER);
  return [
    ...(answer === '' ? [] : [`"${answer}"`]),
    `${commandWords(action)} worked at Location ${at}`,
  ];
}

/** A key that is told for what it does not open, or whose lock is unknown. */
const NOT_THE_KEY =
  /\b(?:not|no|never|cannot|refus\w*|reject\w*|wrong|rougher|finer|another|other|different|find|needs? an?)\b|n['’]t\b/i;
/** Text that says neither that a key opens something nor that it does not. */
const UNTRIED = /\b(?:not|never)(?: yet)?(?: been)? (?:tried|used)\b|\buntried\b/i;
/** Text that tells to take a key somewhere, and not what it opens. */
const ONLY_TAKES =
  /^(?!.*\b(?:fits?|opens?|opened|turns?|unlocks?|unlocked|works?|with)\b).*(?<!\bnot )\b(?:bring|carry|fetch|get|pick up|take)\b/i;
/** Text that only names a thing: the title `brass key` before a colon. */
const NAME_ONLY = /^\W*(?:\[[A-Z]+\]\s*)?(?:(?:an?|the) )?[\p{L}-]+ [\p{L}-]+\s*$/iu;
const DETERMINER = /^(?:an?|the|this|that|its|my|your|some|any|each|every|with)$/;
const FAILED = /^(?:\| )?(?:\[FAILURE\]|Also failed:)/;

/** The keys of these kinds that lines name in full: those that open something, and those that do not. */
function keysTold(lines: readonly string[], kinds: ReadonlySet<string>) {
  const [right, wrong] = [new Set<string>(), new Set<string>()];
  for (const line of lines) {
    const [title, ...parts] = line.split(/[.;:!?]/);
    const isTold = (part: string) =>
      [UNTRIED, ONLY_TAKES, NAME_ONLY].every((words) => !words.test(part));
    for (const part of [title ?? '', ...parts].filter(isTold)) {
      const isWrong = NOT_THE_KEY.test(part) || (part === title && FAILED.test(line));
      const words = part.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
      words.forEach((word, at) => {
        const which = words[at - 1] ?? 'a';
        if (kinds.has(word) && !DETERMINER.test(which))
          (isWrong ? wrong : right).add(`${which} ${word}`);
      });
    }
  }
  return { right, wrong };
}

function kindOf({ name }: ZObject): string {
  return name.toLowerCase().split(/\s+/).at(-1) ?? '';
}
