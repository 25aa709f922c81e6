import type { TurnRecord } from '../domain/turn-record.ts';
import { commandsSink, transcriptSink, logSink, fromTurn, type Sink } from '../events/sinks.ts';
import { openRepairedTextLog, type RepairedTextLog } from '../storage/append-log.ts';
import { expandFile } from '../storage/compressed-file.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { openRecordLog } from '../storage/record-log.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { readCassette } from './cassette.ts';
import type { EpisodeFiles } from './episode-files.ts';
import { logUpToTurn } from './episode-log.ts';
import { createTurnShortener } from './recorded-turn.ts';

/** Opens the files of an episode for writing. Torn ends are cut; text logs wait for the turns told again. Throws StorageError. */
export function openEpisodeRecords(files: EpisodeFiles, redact: (text: string) => string) {
  const records = (what: 'turns' | 'calls' | 'inputs') => openRecordLog(files.path(what));
  const text = (what: 'transcript' | 'commands' | 'log') => openRepairedTextLog(files.path(what));
  // An abandoned episode that is resumed nevertheless.
  expandFile(files.path('calls'));
  const [turns, calls, inputs] = [records('turns'), records('calls'), records('inputs')];
  const [transcript, commands, log] = [text('transcript'), text('commands'), text('log')];
  const cassette = readCassette({
    turns: turns.opened.records,
    calls: calls.opened.records,
    inputs: inputs.opened.records,
    path: (what) => files.path(what),
  });
  const shorten = createTurnShortener(cassette.turns);
  return {
    /** The earlier records. Empty for a new episode. */
    cassette,
    turns: { append: (turn: TurnRecord) => turns.log.append(shorten(turn)) },
    calls: calls.log,
    inputs: inputs.log,
    keepVersion: versionKeeper(files),
    /** Transcript, command recording and log, by their names in warnings. They receive the whole episode, repeats included. */
    sinks: repairingSinks(cassette.turns.length, { transcript, commands, log }, redact),
    close() {
      for (const file of [turns.log, calls.log, inputs.log, transcript, commands, log])
        file.close();
    },
  };
}

/** Sinks that bring their files to the end of the recorded turns before they go on. */
function repairingSinks(
  committed: number,
  files: Readonly<Record<'transcript' | 'commands' | 'log', RepairedTextLog>>,
  redact: (text: string) => string,
): Readonly<Record<string, Sink>> {
  const { transcript, commands, log } = files;
  // Its last line may be torn within a character.
  const written = new TextDecoder().decode(readBytesFile(log.path) ?? new Uint8Array());
  const logged = logUpToTurn(written, committed);
  log.append(logged.text);
  const repaired = (sink: Sink, file: RepairedTextLog) =>
    fromTurn(committed, sink, { until: sink, start: () => file.goOn() });
  const logging = logSink((words) => log.append(words), redact);
  return {
    transcript: repaired(
      transcriptSink((words) => transcript.append(words)),
      transcript,
    ),
    'command recording': repaired(
      commandsSink((words) => commands.append(words)),
      commands,
    ),
    log: fromTurn(logged.turn, logging, { start: () => log.goOn() }),
  };
}

/** Keeps a version of the knowledge base at a turn in a numbered file. Two of one turn both stay. Throws StorageError. */
function versionKeeper(files: EpisodeFiles) {
  let kept = 0;
  return (bytes: Uint8Array, turn: number) => {
    kept += 1;
    writeFileAtomic(files.knowledgeFile(kept, turn), bytes);
  };
}
