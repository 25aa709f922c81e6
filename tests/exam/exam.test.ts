import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { locationId } from '../../src/domain/ids.ts';
import { makeQuestions } from '../../src/exam/make-questions.ts';
import { examResult, takeExam, drawPaper } from '../../src/exam/exam.ts';
import { parseLearnt } from '../../src/exam/learnt.ts';
import { type Played, playedTurns } from '../../src/exam/played.ts';
import { factWords } from '../../src/exam/question.ts';
import type { PlacedTurn } from '../../src/records/recorded-turn.ts';
import { renderEntry } from '../../src/managers/memory/entry.ts';
import { memory } from '../helpers/memory.ts';
import { exit, thing, turn } from '../helpers/observation.ts';

const ANIMALS =
  'ant bear crow deer eagle ferret goose hare ibis jay kite lynx mole newt otter puma quail raven seal toad'.split(
    ' ',
  );
const COLOURS = ['azure', 'beige', 'coral', 'dusky'];

/** Eighty rooms with a statue each that is taken there, a lever that pays there, and a way on. */
const ROOMS = COLOURS.flatMap((colour, at) =>
  ANIMALS.map((animal, place) => ({
    id: locationId(1 + at * ANIMALS.length + place),
    name: `${colour} ${animal} chamber`,
    statue: `${colour} ${animal} statue`,
  })),
);

function playedIn(room: (typeof ROOMS)[number], number: number): readonly PlacedTurn[] {
  const location = { id: room.id, name: room.name };
  const statue = thing(100 + room.id, room.statue);
  const here = { location, objects: [statue] };
  const held = { inventory: [statue], objects: [] };
  const turns = [
    turn(number, `take ${room.statue}`, here, { ...held, scene: 'taken' }),
    turn(number + 1, 'push wall', here, { scene: 'pushed', score: room.id }),
  ];
  return turns as unknown as readonly PlacedTurn[];
}

const PLAYED: readonly Played[] = [
  { episode: 1, turns: ROOMS.flatMap((room, at) => playedIn(room, 2 * at + 1)) },
];

function learntFrom(memories: ReadonlyMap<number, readonly Partial<Memory>[]>) {
  const lines = ROOMS.flatMap(({ id, name }) => {
    const own = (memories.get(id) ?? []).flatMap((one) => renderEntry(memory(one)));
    return own.length === 0 ? [] : [`## Location ${id}: ${name}`, '', '### Memories', '', ...own];
  });
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return parseLearnt({ memories: bytes, knowledge: null, map: null }, 'ZCODE-1-1');
}

describe('an exam', () => {
  it(
    'marks 20 right facts as stored, 20 wrong ones as misled, and neither 20 stale nor 20 missing ones',
    { tags: ['slow'] },
    () => {
      const filed = new Map<number, readonly Partial<Memory>[]>();
      for (const [at, room] of ROOMS.entries()) {
        const title = `take ${room.statue}`;
        const one = { category: 'SUCCESS', title, text: 'It can be taken here.' };
        if (at < 20) filed.set(room.id, [one]);
        // wrong: the memory stands in another room, which is none of those that were asked about otherwise
        if (at >= 20 && at < 40) filed.set(ROOMS[at + 40]?.id ?? 0, [one]);
        if (at >= 40 && at < 60) {
          filed.set(room.id, [{ ...one, status: 'SUPERSEDED', supersededBy: 'something else' }]);
        }
      }
      const exam = takeExam(PLAYED, learntFrom(filed), { seed: 1, size: 1000 });
      const where = exam.examined.filter(({ question }) => question.kind === 'where');
      const numbered = (is: (one: (typeof where)[number]) => boolean) =>
        where
          .filter(is)
          .map(({ question }) => ROOMS.findIndex(({ statue }) => statue === question.subject));
      const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
      const span = (from: number) => Array.from({ length: 20 }, (_, at) => from + at);
      expect(where).toHaveLength(80);
      expect(ascending(numbered(({ stored }) => stored !== null))).toEqual(span(0));
      expect(ascending(numbered(({ misled }) => misled !== null))).toEqual(span(20));
      expect(examResult(exam).kinds['where']).toMatchObject({
        questions: 80,
        stored: 20,
        misled: 20,
      });
    },
  );

  it.each([
    ['open drawer', (statue: string) => `You open the drawer, revealing a ${statue}.`, true],
    ['open drawer', (statue: string) => `It reveals nothing. The ${statue} is gone.`, false],
    ['unlock door', (statue: string) => `The ${statue} fits the lock.`, false],
  ])('of "%s", takes as the place of a thing where it came to light', (title, text, isStored) => {
    const [room] = ROOMS;
    if (room === undefined) throw new Error('There is a room.');
    const memories = [{ category: 'SUCCESS', title, text: text(room.statue) }];
    const learnt = learntFrom(new Map([[room.id, memories]]));
    const { examined } = takeExam(PLAYED, learnt, { seed: 1, size: 1000 });
    const where = examined.find(
      ({ question }) => question.kind === 'where' && question.subject === room.statue,
    );
    expect(where?.stored !== null).toBe(isStored);
  });

  it('takes a gain as stored only where the memory tells its points', () => {
    const [first, second] = ROOMS;
    const push = (points: number) => [
      { category: 'SUCCESS', title: 'push wall', text: 'It pays.', scoreChange: points },
    ];
    const learnt = learntFrom(
      new Map([
        [first?.id ?? 0, push(1)],
        [second?.id ?? 0, push(1)],
      ]),
    );
    const { examined } = takeExam(PLAYED, learnt, { seed: 1, size: 1000 });
    const of = (id: number | undefined) =>
      examined.find(({ question }) => question.kind === 'does' && question.room.id === id);
    expect(of(first?.id)?.stored).not.toBeNull();
    expect(of(second?.id)?.stored).toBeNull();
  });

  it('asks no question twice in papers of different seeds, and says how many papers there are', () => {
    const questions = makeQuestions(playedTurns(PLAYED));
    const papers = Array.from({ length: 8 }, (_, at) => drawPaper(questions, at + 1, 20));
    const asked = papers.flatMap((paper) => paper.questions.map(({ text }) => text));
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(160);
    expect(papers[0]?.papers).toBe(8);
    expect(drawPaper(questions, 9, 20).questions).toEqual([]);
  });

  it('tells the right answer neither by its place nor by how often it stands in a paper', () => {
    const questions = makeQuestions(playedTurns(PLAYED));
    const places = questions.map(({ options, right }) => options.indexOf(right));
    for (const place of [0, 1, 2, 3]) {
      const share = places.filter((one) => one === place).length / places.length;
      expect(share).toBeGreaterThan(0.15);
      expect(share).toBeLessThan(0.35);
    }
    for (const { options } of questions) expect(new Set(options.map(factWords)).size).toBe(4);
  });

  it('asks what opened a way, and takes the map for the answer', () => {
    const location = { id: locationId(1), name: 'Hall' };
    const shut = { location, exits: [exit('south', 2)] };
    const openers = ['open gate', 'pull rope', 'lift latch', 'turn wheel'].map((command, at) => {
      const here = {
        ...shut,
        location: { id: locationId(10 + at), name: `Court ${command.length} ${at}` },
      };
      return turn(at + 1, command, here, {
        exits: [exit('south', 2), exit('east', 3)],
        scene: 'open',
      });
    });
    const questions = makeQuestions(
      playedTurns([{ episode: 1, turns: openers as unknown as readonly PlacedTurn[] }]),
    );
    expect(questions.map(({ kind, right }) => [kind, factWords(right)])).toContainEqual([
      'needs',
      'open gate',
    ]);
  });

  it('counts a fact as used in the later stays where it was respected', () => {
    const answer = (number: number, episode: number, action: string) => ({
      ...turn(
        number,
        action,
        { location: { id: locationId(1), name: 'Hall' } },
        { text: 'They hold.' },
      ),
      episode,
    });
    const others = ['The rope is wet.', 'A bell rings twice.', 'Nobody answers you.'].map(
      (text, at) =>
        turn(
          1,
          `push thing ${at}`,
          { location: { id: locationId(20 + at), name: `Cell ${at}` } },
          { text },
        ),
    );
    const episodes = [
      [answer(1, 1, 'push bars'), ...others],
      [answer(1, 2, 'push bars')],
      [answer(1, 3, 'wait')],
    ];
    const played = episodes.map((turns, at) => ({ episode: at + 1, turns }));
    const learnt = learntFrom(new Map());
    const { examined } = takeExam(played as unknown as readonly Played[], learnt, {
      seed: 1,
      size: 99,
    });
    const pushed = examined.find(({ question }) => question.subject === 'push bars');
    expect(pushed?.used).toEqual({ applied: 2, respected: 1 });
  });
});
