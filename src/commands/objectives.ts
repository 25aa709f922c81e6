import type { EpisodeObjectives, roomNames } from '../records/episode-objectives.ts';
import type { Call } from './call.ts';
import type { Command } from './command.ts';
import { roomByName, roomsByName } from '../prompts/wording.ts';
import { wrapText } from './wrap-text.ts';

/** `zorkgpt objectives list`: what an episode wanted. */
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
    says: 'current, completed and dropped objectives',
    options: { '--episode <episode>': { says: 'a number, or "latest"', default: 'latest' } },
    fleet: 'records',
    run: list,
  },
];

async function list(call: Call<{ readonly episode: string }>): Promise<void> {
  const { findEpisode } = await import('../records/episodes.ts');
  const { readObjectives, roomNames } = await import('../records/episode-objectives.ts');
  const { config } = await call.settings();
  const { files } = findEpisode(config.workdir, call.options.episode);
  const objectives = readObjectives(files);
  const nameOf = roomNames(files.turns().records);
  call.answer(objectives, (width) =>
    isEmpty(objectives)
      ? { nothing: `Episode ${objectives.episode} has no objectives.` }
      : render(objectives, { width, nameOf }),
  );
}

function isEmpty({ current, completed, dropped }: EpisodeObjectives): boolean {
  return current.length + completed.length + dropped.length === 0;
}

function render(
  { episode, current, completed, dropped }: EpisodeObjectives,
  { width, nameOf }: { readonly width: number; readonly nameOf: ReturnType<typeof roomNames> },
): string {
  const named = (text: string) => roomsByName(text, nameOf);
  const group = (name: string, texts: readonly string[]) => groupOf(name, texts, width);
  const groups = [
    group(
      'Current',
      current.map(({ text, target, createdTurn, origin }) => {
        const room = target === null ? '' : roomByName(target, nameOf);
        const where = named(text).includes(room) ? '' : `, ${room}`;
        return `${named(text)} (${origin} at turn ${createdTurn}${where})`;
      }),
    ),
    group(
      'Completed',
      completed.map(({ objective, completedTurn, completionAction, completionLocation }) => {
        const { id, name } = completionLocation;
        return `${named(objective)} (turn ${completedTurn}: "${completionAction}", then at ${name} (${id}))`;
      }),
    ),
    group(
      'Dropped',
      dropped.map(
        ({ text, reason, createdTurn }) => `${named(text)} (${reason}, set at turn ${createdTurn})`,
      ),
    ),
  ];
  return [`Episode ${episode}`, ...groups.filter((lines) => lines !== '')].join('\n\n');
}

function groupOf(name: string, texts: readonly string[], width: number): string {
  if (texts.length === 0) return '';
  const lines = texts.flatMap((text) => wrapText(`- ${text}`.replaceAll('\n', ' '), '    ', width));
  return [`  ${name}:`, ...lines].join('\n');
}
