import type { MilestoneSet } from './milestone.ts';
import { SALTMERE } from './milestones/saltmere.ts';
import { ZORK1_R119 } from './milestones/zork1-r119.ts';
import { ZORK1_R88 } from './milestones/zork1-r88.ts';

const SETS: readonly MilestoneSet[] = [SALTMERE, ZORK1_R88, ZORK1_R119];

/** The milestones of the story with this key (`release.serial.checksum`), or null when nobody wrote any down. */
export function milestonesOf(storyKey: string): MilestoneSet | null {
  return SETS.find(({ story }) => story === storyKey) ?? null;
}
