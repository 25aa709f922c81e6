import { roomByName, roomsByName } from '../prompts/room-wording.ts';
import type { Call, Command } from './command.ts';
import { hanging } from './layout.ts';

export const OBJECTIVES_COMMANDS: readonly Command[] = [
  {
    path: 'objectives',
    says: 'look at what an episode wanted and reached',
    examples: ['zorkgpt objectives', 'zorkgpt objectives list --episode 7 --json'],
  },
  {
    path: 'objectives list',
    reads: true,
    isDefault: true,
    says: 'objectives that are open, reached and given up',
    options: { '--episode <episode>': { says: 'a number, or "latest"', default: 'latest' } },
    fleet: 'records',
    run: list,
  },
];

async function list(call: Call<{ readonly episode: string }>): Promise<void> {
  const { findEpisode } = await import('../records/episodes.ts');
  const { objectiveSetByWords, objectiveDroppedWords, objectiveRefusedWords } =
    await import('../report/objective-words.ts');
  const { readLoggedObjectives, roomNamesInLog } = await import('../records/episode-log.ts');
  const { config } = await call.settings();
  const { files } = findEpisode(config.workdir, call.options.episode);
  const objectives = readLoggedObjectives(files);
  const { episode, current, completed, dropped } = objectives;
  const nameOf = roomNamesInLog(files.turns().records);
  const named = (text: string) => roomsByName(text, nameOf);
  const groups = {
    Open: current.map(({ text, target, createdTurn, origin, refused }) => {
      const room = target === null ? '' : roomByName(target, nameOf);
      const where = named(text).includes(room) ? '' : `, ${room}`;
      return `${named(text)} (${objectiveSetByWords(origin)} at turn ${createdTurn}${where}${objectiveRefusedWords(refused)})`;
    }),
    Reached: completed.map(
      ({ objective, completedTurn, claimedTurn, completionAction, completionLocation: { name } }) =>
        claimedTurn === undefined
          ? `${named(objective)} (turn ${completedTurn}: "${completionAction}", then at ${name})`
          : `${named(objective)} (as the player said in turn ${claimedTurn})`,
    ),
    'Given up': dropped.map(
      ({ text, reason, createdTurn }) =>
        `${named(text)} (set at turn ${createdTurn}, ${objectiveDroppedWords(reason)})`,
    ),
  };
  call.answer(objectives, (width) => {
    const told = Object.entries(groups).flatMap(([name, texts]) => {
      const lines = texts.map((text) => hanging('    -', text.replaceAll('\n', ' '), 6, width));
      return lines.length === 0 ? [] : [[`  ${name}:`, ...lines].join('\n')];
    });
    if (told.length === 0) return { nothing: `Episode ${episode} has no objectives.` };
    return [`Episode ${episode}`, ...told].join('\n\n');
  });
}
