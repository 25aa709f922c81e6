import type { Choice } from './choice.ts';
import { fearOfThing } from './fears.ts';
import { allows } from './grammar.ts';
import { refuses } from './answers.ts';
import { mentionedNouns } from './looking.ts';
import type { Situation } from './situation.ts';

const CUE = 2.5;
/** What may end badly is done late. */
const RISKY = 6;
const RISKY_VERBS = /^(?:climb|enter|sit on|touch|eat|drink)$/;
const GENERIC = 11;
const TEXT_ONLY = 0.5;
/** For each time that the thing did not give way. */
const STUBBORN = 3;
const ELSEWHERE = 6;

/** What people do with things of a kind; ordinary English, nothing of any story. */
const CUES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:lever|chain|cord|handle|string|wire|bellrope|plug|hook)\b/, ['pull', 'push']],
  [/\b(?:button|buzzer|panel|switch|brick|tile)\b/, ['push', 'turn on']],
  [
    /\b(?:wheel|dial|valve|crank|knob|bolt|tap|faucet|screw|winch|windlass|capstan)\b/,
    ['turn', 'pull'],
  ],
  [
    /\b(?:rug|carpet|mat|leaves|boulder|slab|statue|tapestry|curtains?|bookcase|bookshelf)\b/,
    ['move', 'push', 'pull', 'look under', 'look behind'],
  ],
  [/\b(?:bell|gong|doorbell|chimes?)\b/, ['ring', 'pull']],
  [/\b(?:clock|watch|gramophone|music box)\b/, ['wind', 'turn', 'open']],
  [/\brope\b/, ['pull', 'climb']],
  [
    /\b(?:tree|ladder|vine|trellis|staircase|stairs?|steps?|cliff|fence|pole|tower|beanstalk)\b/,
    ['climb'],
  ],
  [
    /\b(?:hole|window|gate|archway|arch|doorway|tunnel|cave|boat|canoe|dinghy|rowboat|wagon|sleigh|trolley|cab|carriage|cabin|raft|car|carriage|cart|elevator|lift|house|building|shed|tent|hut|chute|slide|crack|gap|opening|portal|passage)\b/,
    ['enter'],
  ],
  [/\b(?:chair|bench|sofa|couch|throne|armchair|seat|stool)\b/, ['sit on', 'enter']],
  [
    /\b(?:computer|machine|radio|television|tv|engine|generator|device|console|switch)\b/,
    ['turn on', 'push'],
  ],
  [/\b(?:piano|organ|flute|harp|guitar|violin|drum)\b/, ['play']],
  [
    /\b(?:corpse|body|skeleton|bones|rags|clothes|trash|garbage|bush|bushes|nest|pocket|desk|drawer)\b/,
    ['search', 'look in'],
  ],
];
/** What may hide something, now and then. */
const FURNITURE =
  /\b(?:rock|stone|crate|barrel|box|painting|picture|portrait|mirror|pile|rubble|debris|bed|cabinet|desk|planks?|boards?|blanket|branch(?:es)?|hay|straw|table|dresser|stove|fireplace|pillow|cushion)\b/;
const FURNITURE_VERBS = ['look under', 'look behind', 'move', 'push', 'pull'];
const FURNITURE_COST = 7;
const WEARABLE =
  /\b(?:coat|hat|cap|cloak|cape|gloves?|boots?|shoes?|mask|helmet|shirt|jacket|robe|dress|necklace|amulet|bracelet|glasses|goggles|vest|uniform|suit|scarf|belt|badge)\b/;
const WEARING = 3.5;
const UNTOLD = 2;
const GENERIC_VERBS = [
  'push',
  'pull',
  'turn',
  'move',
  'climb',
  'enter',
  'touch',
  'knock on',
  'shake',
];

const FREEING = ['pull', 'push', 'turn', 'move', 'shake'];
const STUCK = 2.2;
const HELD_FAST =
  /\b(?:stuck|held|holds|jammed|wedged|budge|tight(?:ly)?|firmly|embedded|stiff|fast)\b/i;

const HANDLED =
  /^(?:push|pull|turn|move|take|open|shake|touch|climb|enter|search|look under|look behind) /;

/** Pushing, pulling, turning, climbing and whatever else things of a kind are there for. */
export function fiddlingChoices(situation: Situation): readonly Choice[] {
  const mentioned = mentionedNouns(situation).map((word) => ({
    name: word,
    word,
    extra: TEXT_ONLY,
  }));
  const here = situation.things
    .filter(({ traits }) => !traits.includes('animate'))
    .map(({ name, word, told, inside }) => ({
      name,
      word,
      extra: told === 'nowhere' && inside === null ? UNTOLD : 0,
    }));
  const worn = situation.held.filter(
    ({ name, word, traits }) =>
      WEARABLE.test(name) &&
      !traits.includes('worn') &&
      !situation.isTriedElsewhere(`wear ${word}`),
  );
  return [
    ...[...here, ...mentioned].flatMap((thing) =>
      costsFor(thing.name).flatMap(([verb, cost]) =>
        weigh(verb, thing.word, cost + thing.extra, situation),
      ),
    ),
    ...worn.flatMap(({ word }) => weigh('wear', word, WEARING, situation)),
  ];
}

/** Verbs for a thing with what each costs: those that go with its kind first. */
function costsFor(name: string): readonly (readonly [string, number])[] {
  const noun = name.split(' ').at(-1) ?? name;
  const verbs = CUES.flatMap(([kind, does]) => (kind.test(noun) ? does : []));
  const furniture = FURNITURE.test(noun) ? FURNITURE_VERBS : [];
  const rest = GENERIC_VERBS.filter((verb) => !verbs.includes(verb));
  return [
    ...verbs.map((verb, rank) => [verb, CUE + rank * 1.5] as const),
    ...furniture.map((verb, rank) => [verb, FURNITURE_COST + rank] as const),
    ...rest.map((verb, rank) => [verb, GENERIC + rank / 2] as const),
  ];
}

function weigh(verb: string, word: string, cost: number, situation: Situation): readonly Choice[] {
  if (!allows(situation.grammar, verb, 'X')) return [];
  const action = `${verb} ${word}`;
  const isStuck = FREEING.includes(verb) && saysStuck(word, situation);
  if (isStuck) return [{ action, cost: STUCK, why: `The ${word} is stuck.` }];
  const more =
    stubbornness(word, situation) +
    (situation.isTriedElsewhere(action) ? ELSEWHERE : 0) +
    (RISKY_VERBS.test(verb) ? RISKY + fearOfThing(word, situation) : 0);
  return [{ action, cost: cost + more, why: `I have not tried to ${verb} the ${word}.` }];
}

/** Whether it would not come when it was taken or opened. */
function saysStuck(word: string, { journal, place }: Situation): boolean {
  return journal.some(
    (turn) =>
      turn.place === place &&
      /^(?:take|open) /.test(turn.action) &&
      turn.action.endsWith(` ${word}`) &&
      HELD_FAST.test(turn.text),
  );
}

function stubbornness(word: string, { journal, place }: Situation): number {
  const inVain = journal.filter(
    (turn) =>
      turn.place === place &&
      HANDLED.test(turn.action) &&
      turn.action.endsWith(` ${word}`) &&
      refuses(turn.text),
  );
  return inVain.length * STUBBORN;
}
