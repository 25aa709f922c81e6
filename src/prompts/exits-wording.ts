import type { ToldExits } from '../domain/observation.ts';

/** What the ways that are listed tell the player, the critic, and the critic of a way that is not listed. */
interface ExitsWords {
  readonly player: string;
  readonly critic: string;
  readonly unlisted: string;
}

const LISTED = 'A direction listed under "Ways out" leads somewhere';

/** The same for a walk in any direction that may still lead on. */
const MAY_LEAD_ON =
  ' Walking in a direction that is not listed is something new: 0.3 or more, the first time.';

/** By what is told of the ways out. */
export const EXITS_WORDS: Readonly<Record<ToldExits, ExitsWords>> = {
  probed: {
    player: '"Ways out" names those that lead on from here.',
    critic: `${LISTED}; one that is not listed does not.`,
    unlisted: ' Walking in a direction that is not listed: -0.5 or less.',
  },
  safe: {
    player: '"Ways out" names those that lead on from here without death.',
    critic: `${LISTED}; one that is not listed leads nowhere, or to death.`,
    unlisted: ' Walking in a direction that is not listed: -0.5 or less.',
  },
  seen: {
    player: '"Ways out" names those that were walked; others may lead on, too.',
    critic: `${LISTED}; one that is not listed may lead somewhere, too.`,
    unlisted: MAY_LEAD_ON,
  },
  none: {
    player: 'Which of them lead on is not told.',
    critic: 'Which directions lead somewhere is not told.',
    unlisted: MAY_LEAD_ON,
  },
};

/** What the marks of memories mean, where they are shown. */
export const MARKERS_WORDS =
  ' Memories marked [spawn] describe that start; memories marked [session] hold only in this episode. A count such as (worked 6 of 6 times) is of tries that the engine made afterwards.';
