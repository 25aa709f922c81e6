import { describe, expect, it } from 'vitest';
import { verbGrammarWords, verbWordsForPlay } from '../../src/prompts/verb-wording.ts';

const verb = (words: readonly string[], patterns: readonly string[], isMeta = false) => ({
  words,
  patterns,
  isMeta,
});

const lines = (...grammar: ReturnType<typeof verb>[]) =>
  verbGrammarWords({ grammar, verbs: [] }).split('\n').slice(2);

describe('the grammar that the agent is told', () => {
  it('is one line a verb: its words, then what may follow', () => {
    expect(lines(verb(['carry', 'take'], ['X', 'X from Y', '']))).toEqual([
      'carry, take: X; X from Y; -',
    ]);
  });

  it('marks a thing that may be several, and no second thing', () => {
    const put = { ...verb(['put'], ['X on Y', 'down X', 'on X']), several: ['X on Y', 'down X'] };
    expect(lines(put)).toEqual(['put: X.. on Y; down X..; on X']);
  });

  it.each([
    ['a verb that the story marks as about the session', verb(['pronouns'], [''], true)],
    ['session words', verb(['save'], [''])],
    ['session words as a dictionary cuts them', verb(['restor'], [''])],
    ["words of a debugger's", verb(['$ve'], [''])],
    ['obscene words', verb(['fuck', 'shit'], ['X'])],
    ['mild oaths', verb(['bother', 'curses', 'darn', 'drat'], ['', 'TEXT'])],
    ['words that only answer somebody', verb(['sorry', 'y', 'yes', 'no'], [''])],
    ['words that tell what the engine tells', verb(['score', 'fullscore'], [''])],
  ])('leaves out %s', (_, one) => {
    expect(lines(one)).toEqual([]);
  });

  it('keeps words that only begin like a session word', () => {
    expect(lines(verb(['rest', 'restore'], ['']))).toEqual(['rest: -']);
  });

  it('names verbs to try that the story marks as about the session and are not, and none of a debugger', () => {
    const grammar = [
      verb(['about', 'help'], [''], true),
      verb(['quit', 'die'], [''], true),
      verb(['purloin'], ['X'], true),
      verb(['damn'], ['']),
      verb(['bypass'], ['X']),
    ];
    expect(verbWordsForPlay({ grammar, verbs: [] })).toEqual([['about', 'help'], ['bypass']]);
    expect(verbWordsForPlay({ grammar: null, verbs: ['quit', 'sing'] })).toEqual([['sing']]);
  });

  it('is the list of verbs where the tables cannot be read', () => {
    const told = verbGrammarWords({ grammar: null, verbs: ['examine', 'quit', 'take'] });
    expect(told).toContain('(long words may be cut short): examine, take');
  });
});
