/** The sections of knowledgebase.md in the order in which they are written. */
export const SECTIONS = [
  'UNIVERSAL GAME MECHANICS',
  'DANGER CATEGORIES',
  'STRATEGIC PRINCIPLES',
  'DEATH & DANGER ANALYSIS',
  'LESSONS LEARNED',
  'CROSS-EPISODE INSIGHTS',
] as const;

export type KnowledgeSection = (typeof SECTIONS)[number];

/** Grows when an episode ends, never by an update during play. */
export const CROSS_EPISODE: KnowledgeSection = 'CROSS-EPISODE INSIGHTS';

/** Who may add where: updates during play everywhere but to the insights, the synthesis at the end only to these. */
export type Scope = 'play' | 'synthesis';

/** The section that a heading or a model names; case, spaces and heading marks do not matter. Null for any other. */
export function sectionNamed(name: string): KnowledgeSection | null {
  const wanted = name
    .replace(/^[#*_\s]+|[#*_\s]+$/g, '')
    .replace(/\\&|&amp;/g, '&')
    .replaceAll(/\s+/g, ' ')
    .toUpperCase();
  return SECTIONS.find((section) => section === wanted) ?? null;
}

/** Whether a text tries to be a section instead of an item of one. */
export function namesSection(text: string): boolean {
  const upper = text.toUpperCase().replaceAll(/\s+/g, ' ');
  const isHeading = SECTIONS.some((name) => upper.startsWith(name) || upper.includes(`# ${name}`));
  return isHeading || upper.includes(CROSS_EPISODE);
}

export function isInScope(section: KnowledgeSection, scope: Scope): boolean {
  return (section === CROSS_EPISODE) === (scope === 'synthesis');
}
