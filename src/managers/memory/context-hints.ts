import { inventoryChanged, moved, scoreChange, type TurnRecord } from '../../domain/turn-record.ts';
import { hasDied, isLongText, type Occasion } from './synthesis-trigger.ts';

const REFUSALS = ["you can't", "that doesn't", 'impossible'];

const PLACEMENTS = new Set(['drop', 'put', 'place', 'insert', 'leave']);

/** Facts that suggest how long a lesson of this turn will hold; the model decides. Never empty. */
export function contextHints(record: TurnRecord, occasion: Occasion): readonly string[] {
  const response = record.after.text.toLowerCase();
  const words = record.decision.action.toLowerCase().split(/\s+/);
  const points = scoreChange(record);
  const hints: [boolean, string][] = [
    [
      occasion.firstVisit && isLongText(record.after.text),
      'Long response on a first visit suggests a room description (likely core)',
    ],
    [
      inventoryChanged(record) && !moved(record),
      'Inventory changed without movement suggests handling of things (likely ephemeral)',
    ],
    [points > 0, 'Score increase suggests a game mechanic was found (likely permanent)'],
    [
      REFUSALS.some((phrase) => response.includes(phrase)),
      'Refused action suggests a constraint of the game (likely permanent)',
    ],
    [words.some((word) => PLACEMENTS.has(word)), 'Placement action detected (likely ephemeral)'],
    [hasDied(record, occasion), 'The player died: a danger of the game (likely permanent)'],
  ];
  const given = hints.filter(([applies]) => applies).map(([, hint]) => hint);
  return given.length > 0 ? given : ['No strong signals from context'];
}
