/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { testStory } from '../../helpers/stories.ts';
import { claims, objective, outcome } from './outcome.ts';
import { playShipped, playStory, walkthrough } from './shipped-play.ts';

describe('in the shipped story', () => {
  const gifts = 'Find the six gifts of the sea and lay them on the chapel altar';
  const egg = 'put amber egg on driftwood altar, fetch the garnet ring and lay it too';
  const chest = 'open the sea chest in Location 66';

  it('finding and laying the gifts is not completed by stepping into the marsh', () => {
    const turns = playShipped(...walkthrough(1, 71)).map((one) => one.turn);
    expect(turns.at(-1)?.after.location.id).toBe(116);
    expect(outcome(turns, objective(gifts, 116, 12)).done).toEqual([]);
  });

  it('laying the egg is not completed by entering the chapel with everything in hand, not even when the player says so', () => {
    const turns = playShipped(
      ...walkthrough(1, 78),
      ...walkthrough(79, 79).map((action) => [action, claims(egg)] as const),
    ).map((one) => one.turn);
    expect(turns.at(-1)?.after).toMatchObject({ location: { id: 132 }, score: 50 });
    expect(outcome(turns, objective(egg, 132, 75))).toEqual({
      done: [],
      refused: [
        {
          text: egg,
          reason:
            'nothing the engine saw shows "put amber egg on driftwood altar" done, or "fetch the garnet ring" done, or "lay it too" done',
        },
      ],
    });
  });

  it('laying the egg and then the ring is completed by the claim after both were laid, on the turn of the last', () => {
    const claimedAfter = (last: number) => {
      const plays = playShipped(...walkthrough(1, last), ['look', claims(egg)]);
      const turns = plays.map((one) => one.turn);
      return outcome(turns, objective(egg, 132, 78));
    };
    const reason =
      'seen: "put amber egg on driftwood altar" (turn 85), "fetch the garnet ring" (turn 81); nothing the engine saw shows "lay it too" done';
    expect(claimedAfter(85)).toEqual({ done: [], refused: [{ text: egg, reason }] });
    expect(claimedAfter(95)).toEqual({ done: [[egg, 95]], refused: [] });
  });

  it('putting each gift there is completed by those that were laid', () => {
    const text =
      'Carry all gifts to Location 132 (+3) and put each on the driftwood altar (+6 each)';
    const done = (last: number) => {
      const plays = playShipped(...walkthrough(1, last), ['look', claims(text)]);
      return outcome(
        plays.map((one) => one.turn),
        objective(text, 132, 70),
      ).done;
    };
    expect(done(84)).toEqual([]);
    expect(done(85)).toEqual([[text, 85]]);
  });

  it('putting the gifts there, however they are called, is completed by points for what was put there', () => {
    const text =
      'Reach the chapel: from Location 34 go w, w, n, n (never south), put the gifts on the altar by turn 99';
    const done = (last: number) => {
      const plays = playShipped(...walkthrough(1, last), ['look', claims(text)]);
      return outcome(
        plays.map((one) => one.turn),
        objective(text, 34, 70),
      ).done;
    };
    expect(done(84)).toEqual([]);
    expect(done(85)).toEqual([[text, 85]]);
  });

  it('points for one of several acts show none of the others', () => {
    const text = 'At Location 58 open glass case, take amber egg, close it, open front door';
    const way = ['n', 'n', 'ne', 'open sash window', 's', 's', 'open glass case', 'take amber egg'];
    const plays = playShipped(...way, ['look', claims(text)]);
    const reason =
      'seen: "open glass case" (turn 7), "take amber egg" (turn 8); nothing the engine saw shows "close it" done, or "open front door" done';
    expect(
      outcome(
        plays.map((one) => one.turn),
        objective(text, 58, 1),
      ),
    ).toEqual({ done: [], refused: [{ text, reason }] });
  });

  it('all the points that an objective names stand for those of its many acts that were not seen', () => {
    const way = ['n', 'n', 'ne', 'open sash window', 's', 's', 'open glass case', 'take amber egg'];
    const done = (text: string, last = way.length) => {
      const plays = playShipped(...way.slice(0, last), ['look', claims(text)]);
      return outcome(
        plays.map((one) => one.turn),
        objective(text, 43, 1),
      ).done;
    };
    const acts =
      'At Location 43 open the window (+10); then open the glass case, take amber egg, turn over the portrait';
    expect(done(`${acts} (+4)`)).toEqual([[`${acts} (+4)`, 8]]);
    expect(done(`${acts} (+4)`, 7)).toEqual([]);
    expect(done(`${acts} (+5)`)).toEqual([]);
    expect(done(`${acts} (+4 each)`)).toEqual([]);
    // What the engine sees for certain must have been seen.
    expect(
      done('At Location 58 open the glass case, take amber egg (+4), put the egg in the satchel'),
    ).toEqual([]);
    const more = `${acts} (+4), wear the coat, feed the gull, wear the hat, feed the crab`;
    expect(done(more)).toEqual([]);
  });

  it('opening the sea chest is not completed by its room, but by the claim once it is open', () => {
    const there = playShipped(...walkthrough(1, 29), ['look', claims(chest)]);
    expect(
      outcome(
        there.map((one) => one.turn),
        objective(chest, 66, 21),
      ),
    ).toMatchObject({ done: [], refused: [{ text: chest }] });
    const open = playShipped(...walkthrough(1, 33), ['down', claims(chest)]);
    expect(
      outcome(
        open.map((one) => one.turn),
        objective(chest, 66, 21),
      ),
    ).toEqual({ done: [[chest, 31]], refused: [] });
  });

  it.each([
    ['open sea chest', [[chest, 31]]],
    ['look', []],
  ])('a claim in the same reply as %j is judged after that', (command, done) => {
    const early = playShipped(...walkthrough(1, 30), [command, claims(chest)]);
    expect(
      outcome(
        early.map((one) => one.turn),
        objective(chest, 66, 21),
      ).done,
    ).toEqual(done);
  });

  it('finding a way in is completed by the claim once it has brought points, and not before', () => {
    const text = 'Find a way into the locked cottage';
    const claimedAfter = (...commands: readonly string[]) =>
      outcome(
        playShipped('north', 'north', ...commands, ['look', claims(text)]).map((one) => one.turn),
        objective(text, null, 1),
      ).done;
    expect(claimedAfter('northeast')).toEqual([]);
    expect(claimedAfter('northeast', 'open window')).toEqual([]);
    expect(claimedAfter('northeast', 'open window', 'south')).toEqual([[text, 5]]);
  });

  it('finding one thing and opening another is completed by both, on the turn of the last', () => {
    const text = 'Find the rusty key and open the sea chest';
    const claimedAfter = (last: number) =>
      outcome(
        playShipped(...walkthrough(1, last), ['look', claims(text)]).map((one) => one.turn),
        objective(text, null, 1),
      );
    expect(claimedAfter(12)).toEqual({
      done: [],
      refused: [
        {
          text,
          reason:
            'seen: "find the rusty key" (turn 8); nothing the engine saw shows "open the sea chest" done',
        },
      ],
    });
    expect(claimedAfter(32).done).toEqual([[text, 31]]);
  });

  it('laying six gifts is completed by the sixth, not by the first', () => {
    const claimedAfter = (last: number) =>
      outcome(
        playShipped(...walkthrough(1, last), ['look', claims(gifts)]).map((one) => one.turn),
        objective(gifts, 116, 12),
      );
    const refusedFor = (seen: number) => ({
      done: [],
      refused: [
        {
          text: gifts,
          reason: `nothing the engine saw shows "lay them on the chapel altar" done (${seen} of 6 seen)`,
        },
      ],
    });
    expect(claimedAfter(85)).toEqual(refusedFor(1));
    expect(claimedAfter(93)).toEqual(refusedFor(5));
    expect(claimedAfter(95)).toEqual({ done: [[gifts, 95]], refused: [] });
  });

  it('points elsewhere show nothing for what is about a thing in hand', () => {
    const turns = playShipped(...walkthrough(1, 31), [
      'take silver whistle',
      claims('Give the amber egg back'),
    ]).map((one) => one.turn);
    expect(outcome(turns, objective('Give the amber egg back', null, 14)).done).toEqual([]);
  });

  it('another door of the same word shows nothing for it: the turn is the one that got the player in', () => {
    const text = 'Get into the cottage, though its front door is bolted';
    const turns = playShipped(
      ...['north', 'north', 'open front door', 'east', 'open iron door', 'west', 'northeast'],
      ...['open window', 'enter window'],
      ['look', claims(text)],
    ).map((one) => one.turn);
    expect(outcome(turns, objective(text, null, 3)).done).toEqual([[text, 9]]);
  });

  it.each([
    "Get into the keeper's cottage (front door locked): find a key or another way in",
    'Get into the cottage: find a way in or a key; break nothing',
  ])(
    'one of two ways to an end will do, and what must not be done is not asked for: %s',
    (text) => {
      const way = ['north', 'north', 'examine cobbles', 'northeast', 'open window'];
      const claimedAfter = (...commands: readonly string[]) =>
        outcome(
          playShipped(...way, ...commands, ['look', claims(text)]).map((one) => one.turn),
          objective(text, null, 3),
        ).done;
      expect(claimedAfter()).toEqual([]);
      expect(claimedAfter('south')).toEqual([[text, 6]]);
    },
  );

  it('a way that opens is shown for it', () => {
    const text = 'Make the Bellman let me pass';
    const turns = playShipped(...walkthrough(1, 62), ['look', claims(text)]).map((one) => one.turn);
    expect(outcome(turns, objective(text, null, 61)).done).toEqual([[text, 62]]);
  });

  it.each([
    [
      'Explore east from Location 34 to the slip (Location 93); try the rusty key on the boathouse lock there (memory: the bell is in the boathouse)',
      16,
    ],
    [
      'At Location 93 open the plank door (unlocked with the rusty key), go east and take the handbell',
      19,
    ],
  ])('is dated by what is shown last, and not completed before: %s', (text, last) => {
    const commands = [
      ...['north', 'north', 'northeast', 'open window', 'south', 'take all', 'open drawer'],
      ...['take rusty key', 'up', 'unlock sea chest with rusty key', 'down', 'north'],
      ...['southwest', 'south', 'east', 'unlock plank door with rusty key', 'open plank door'],
      ...['east', 'take all'],
    ];
    const claimedAfter = (count: number) =>
      outcome(
        playShipped(...commands.slice(0, count), ['look', claims(text)]).map((one) => one.turn),
        objective(text, null, 11),
      ).done;
    expect(claimedAfter(last - 1)).toEqual([]);
    expect(claimedAfter(last)).toEqual([[text, last]]);
  });

  it('finding a key is completed by meeting one, not by holding another that it names aside', () => {
    const text =
      "Find the key of the sea chest in the keeper's bedroom (the rusty key does not fit)";
    const commands = [
      ...['north', 'north', 'northeast', 'open window', 'south', 'open drawer', 'take rusty key'],
      ...['up', 'unlock sea chest with rusty key', 'down', 'north', 'southwest', 'east'],
      ...['open iron door', 'east', 'up'],
    ];
    const claimedAfter = (count: number) =>
      outcome(
        playShipped(...commands.slice(0, count), ['look', claims(text)]).map((one) => one.turn),
        objective(text, null, 9),
      ).done;
    expect(claimedAfter(15)).toEqual([]);
    expect(claimedAfter(16)).toEqual([[text, 16]]);
  });

  it('putting a list of things into what is held is completed by the command for all of them', () => {
    const text =
      'Take the stale loaf and the rusty key, then put loaf and rusty key into the satchel';
    const commands = [
      ...['open satchel', 'north', 'north', 'northeast', 'open window', 'south', 'take loaf'],
      ...['open drawer', 'take rusty key', 'put loaf and key in satchel'],
    ];
    const doneAfter = (count: number) =>
      outcome(
        playShipped(...commands.slice(0, count), ['look', claims(text)]).map((one) => one.turn),
        objective(text, null, 1),
      ).done;
    expect(doneAfter(9)).toEqual([]);
    expect(doneAfter(10)).toEqual([[text, 10]]);
  });

  it.each(['Find what the rusty key unlocks', 'Find out what the rusty key opens'])(
    'what a key opens is found out by opening something with it: %s',
    (text) => {
      const commands = [
        ...['north', 'north', 'northeast', 'open window', 'south', 'open drawer', 'take rusty key'],
        ...['north', 'southwest', 'south', 'east', 'unlock plank door with rusty key'],
      ];
      const doneAfter = (count: number) =>
        outcome(
          playShipped(...commands.slice(0, count), ['look', claims(text)]).map((one) => one.turn),
          objective(text, null, 8),
        ).done;
      expect(doneAfter(11)).toEqual([]);
      expect(doneAfter(12)).toEqual([[text, 12]]);
    },
  );

  it.each([
    'Find the key that opens the plank door',
    'Find a way to unlock the plank door at the slip',
    'Fetch the rusty key that opens the plank door',
    'Find a key which opens the plank door in Location 93',
  ])('finding what opens something is completed by that being open, not by a key: %s', (text) => {
    const commands = [
      ...['north', 'north', 'northeast', 'open window', 'south', 'open drawer', 'take rusty key'],
      ...['north', 'southwest', 'south', 'east', 'unlock plank door with rusty key'],
      ...['open plank door', 'east'],
    ];
    const claimedAfter = (count: number) =>
      outcome(
        playShipped(...commands.slice(0, count), ['look', claims(text)]).map((one) => one.turn),
        objective(text, null, 2),
      );
    const opened = 12;
    expect(claimedAfter(opened - 1)).toMatchObject({
      done: [],
      refused: [{ reason: expect.stringMatching(/nothing the engine saw shows "(un)?lock/) }],
    });
    expect(claimedAfter(opened).done).toEqual([[text, opened]]);
  });
});

const PARTY = testStory('partyfoul.z8');

describe.skipIf(PARTY === null)('in a story without points', () => {
  const commands =
    'no, examine Frank, spill wine glass, throw wine glass at Frank, give wine glass to Frank, examine bar, examine cocktail book, look, west, take purse, open purse, look in purse, examine alarm clock, turn on space heater, take alarm clock, open closet, take hair dryer, east, northwest, tell Sandy about Frank, take all, take butter knife, open fridge, east, put all in purse, take peanut butter, examine Reggie, south, west, turn on space heater, plug space heater in outlet, turn on space heater, plug hair dryer in outlet, turn on hair dryer, drop hair dryer, east, northwest, turn on microwave, take casserole dish, east, talk to Mark, wait, wait, take peanut butter, open sliding door, south'.split(
      ', ',
    );
  const turns = PARTY === null ? [] : playStory(PARTY, 13, commands).map((one) => one.turn);
  const claimedAfter = (last: number, text: string, set: number) => {
    const claim = turns[last];
    if (claim === undefined) throw new Error(`No turn ${last + 1} was played.`);
    const now = { ...claim, decision: { ...claim.decision, ...claims(text) } };
    return outcome([...turns.slice(0, last), now], objective(text, null, set)).done;
  };

  it.each([
    ['Explore Location 86 (the den) east of Location 103: look for a dog and for Mark', 20, 24],
    [
      'Replug and turn on the space heater when Abbey is away, to make Frank roll off the coats',
      18,
      31,
    ],
    [
      'Turn on microwave (or toaster) in Location 103 while heater and dryer run in Location 124',
      35,
      38,
    ],
    ['Persuade Mark in Location 86 to leave while the television is off', 41, 43],
    [
      'Open the sliding door in Location 86 to let Reggie the dog in, so that he wakes Frank',
      41,
      45,
    ],
  ])('is completed by the claim after it was done, not before: %s', (text, set, done) => {
    expect(claimedAfter(done - 2, text, set)).toEqual([]);
    for (const last of [done - 1, done])
      expect(claimedAfter(last, text, set)).toEqual([[text, done]]);
  });

  it('does not leave the house by finding what is to be taken along', () => {
    const text = 'Find coat, casserole dish and Mark, then leave by the front door';
    expect(claimedAfter(44, text, 8)).toEqual([]);
  });
});
