import { HEADING } from '../../src/prompts/question.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAction } from '../../src/domain/command.ts';
import { locationId } from '../../src/domain/ids.ts';
import type { Trait } from '../../src/domain/observation.ts';
import {
  toldGameText,
  newRoomTold,
  playedByOther,
  readToldReply,
  readTurns,
  turnsInShort,
} from '../../src/prompts/told-turns.ts';
import { readQuestionSections, renderQuestionSections } from '../../src/prompts/question.ts';
import { quote, unquote } from '../../src/prompts/quote.ts';
import {
  sceneNowWords,
  objectLine,
  readNow,
  readObjects,
  readSceneTried,
  readSceneWays,
  sceneTriedLine,
  wayEnd,
  sceneWayLine,
} from '../../src/prompts/scene-wording.ts';
import { bareVerbWords, readVerbs, verbLine } from '../../src/prompts/verb-wording.ts';

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const id = fc.nat({ max: 999 }).map(locationId);
const room = fc.record({ id, name: fc.oneof(name, fc.constant('A (4) | Score: 9')) });
const line = fc.string().map((text) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim());
const traits = fc.subarray<Trait>(['container', 'open', 'locked', 'animate', 'supporter']);

describe('what the state block says of a scene is read as it was written', () => {
  it('the moment', () => {
    const moment = fc.record({
      location: room,
      score: fc.option(fc.integer({ min: -99, max: 999 })),
      maxScore: fc.option(fc.nat({ max: 999 })),
      moves: fc.option(fc.nat({ max: 999 })),
    });
    fc.assert(
      fc.property(moment, fc.boolean(), fc.boolean(), (known, isInCombat, waitsForKey) => {
        const told = { ...known, ...(waitsForKey && { waitsFor: 'key' as const }) };
        expect(readNow(sceneNowWords(told, { turn: 3, most: 50, isInCombat }))).toEqual({
          roomName: told.location.name,
          place: told.location.id,
          score: told.score,
          isInCombat,
          waitsForKey,
        });
      }),
    );
  });

  it('things, where they lie, and their traits', () => {
    const thing = fc.record({ name, traits });
    fc.assert(
      fc.property(thing, fc.option(thing, { nil: undefined }), (told, holder) => {
        const read = { ...told, inside: holder?.name ?? null };
        expect(readObjects(objectLine(told, holder))).toEqual([read]);
      }),
    );
  });

  it.each([
    [['supporter'], 'on'],
    [['container', 'open'], 'in'],
    [['animate'], 'with'],
    [[], 'in/on'],
  ] as const)('where a thing lies, by what is known of what holds it: %j', (traits, how) => {
    const told = objectLine({ name: 'axe' }, { name: 'troll', traits });
    expect(told).toBe(`- axe (${how} troll)`);
    expect(readObjects(told)).toMatchObject([{ name: 'axe', inside: 'troll' }]);
  });

  it('ways out', () => {
    const how = fc.record({
      isDeadly: fc.boolean(),
      isKnown: fc.boolean(),
      isOneWay: fc.boolean(),
      visits: fc.nat({ max: 9 }),
      takes: fc.array(fc.record({ name }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(word, word, room, how, (one, other, to, told) => {
        const { isDeadly } = told;
        const end = isDeadly ? { to: null, visits: 0 } : { to: to.id, visits: told.visits };
        const both = [one, other].map((command) => ({ command, isDeadly, ...end }));
        expect(readSceneWays(sceneWayLine([one, other], wayEnd(to, told)))).toEqual(both);
      }),
    );
  });

  it('what was tried, and whether it is worth trying again', () => {
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: 1, max: 9 }),
        line,
        fc.array(name),
        (action, times, why, changes) => {
          expect(
            readSceneTried(sceneTriedLine({ action, times }, `refused: ${why}`, changes)),
          ).toEqual([{ action: canonicalAction(action), isWorthIt: changes.length > 0 }]);
        },
      ),
    );
  });
});

describe('what the conversation tells is read as it was written', () => {
  it('texts, new places, turns that others played, and turns in short', () => {
    const text = fc.constantFrom(
      'Taken.',
      'Hall\nA hall.',
      '## Game text\nNew place: X (9)',
      'a\n\nb',
    );
    fc.assert(
      fc.property(text, text, room, name, (short, said, place, action) => {
        const content = [
          turnsInShort(4, short),
          toldGameText('Welcome.'),
          `${playedByOther(5, 'a recipe', action)}\n\n${toldGameText(said)}${newRoomTold(place)}`,
        ].join('\n\n');
        expect(readTurns({ content })).toEqual({
          inShort: short,
          texts: [
            { played: null, text: 'Welcome.', entered: null },
            { played: action, text: said, entered: place.id },
          ],
        });
      }),
    );
  });

  it('the action and the thoughts of a reply', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (thinking, action) => {
        expect(readToldReply(JSON.stringify({ thinking, action }))).toEqual({ thinking, action });
      }),
    );
  });

  it('parts by their names, whatever quoted text says', () => {
    const part = fc.record({ name, body: fc.constantFrom(quote('## A\n- b'), '- a: b', '(none)') });
    fc.assert(
      fc.property(fc.uniqueArray(part, { selector: ({ name: of }) => of }), (parts) => {
        const content = renderQuestionSections(parts);
        expect([...readQuestionSections([{ role: 'user', content }])]).toEqual(
          parts.map(({ name: of, body }) => [of, body]),
        );
      }),
    );
  });

  it('quoted lines', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const text = lines.join('\n').trim();
        expect(unquote(quote(text))).toBe(text);
      }),
    );
  });
});

describe('the verbs of a story', () => {
  it('are read as they were written, alone or with what may follow them', () => {
    const verb = fc.tuple(
      fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(fc.constantFrom('', 'X', 'X with Y', 'on X'), { minLength: 1 }),
    );
    const system = (body: string) => `Play.\n\n## ${HEADING.verbs}\n${body}\n\nMore.`;
    fc.assert(
      fc.property(verb, fc.boolean(), ([words, patterns], isSeveral) => {
        const line = verbLine(words, { patterns, several: isSeveral ? patterns : [] });
        const told = readVerbs(system(`Each line has words: X.\n${line}`));
        const grammar = { words, patterns: patterns.map((pattern) => pattern || '-') };
        expect(words.map((one) => told.get(one))).toEqual(words.map(() => grammar));
        expect([...readVerbs(system(bareVerbWords(words))).keys()]).toEqual(words);
      }),
    );
  });
});
