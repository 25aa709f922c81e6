import type { LocationId } from '../../domain/ids.ts';
import type { SeenDestination, EdgeEvidence, WayWords } from './map-graph.ts';

/** What was seen of an action in a room. */
export type EdgeFinding =
  | ({ readonly kind: 'walked'; readonly to: LocationId } & Pick<WayWords, 'command'>)
  | ({ readonly kind: 'probed'; readonly to: LocationId; readonly deadly: boolean } & WayWords)
  | { readonly kind: 'failed' }
  /** A probe no longer finds the way: a door that was closed, a troll that came. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'died' };

const NOTHING: EdgeEvidence = {
  revision: 0,
  failures: 0,
  deaths: 0,
  deadly: false,
  destinations: [],
};

/** Adds a finding; returns the same object when a probe says again what is already known. */
export function addFinding(evidence: EdgeEvidence | undefined, finding: EdgeFinding): EdgeEvidence {
  const known = evidence ?? NOTHING;
  const revision = known.revision + 1;
  if (finding.kind === 'walked') {
    const walk = { to: finding.to, walks: 1, probed: false, at: revision };
    return succeed(known, { ...walk, ...spelling(finding) }, false);
  }
  if (finding.kind === 'probed') {
    if (isRepeated(known, finding)) return known;
    const seen = { to: finding.to, walks: 0, probed: true, at: revision };
    return succeed(
      known,
      { ...seen, ...spelling(finding), ...opening(finding, null) },
      finding.deadly,
    );
  }
  if (finding.kind === 'died') {
    return { ...known, revision, deaths: known.deaths + 1, deadly: true };
  }
  // Standing before a closed door for ten turns is one failure, not ten.
  if (finding.kind === 'closed' && known.failures > 0) return known;
  return { ...known, revision, failures: known.failures + 1 };
}

/** The destination seen last, or null when the action never led anywhere. */
export function newestDestination(evidence: EdgeEvidence): SeenDestination | null {
  return evidence.destinations.reduce<SeenDestination | null>(
    (newest, next) => (newest === null || next.at > newest.at ? next : newest),
    null,
  );
}

function succeed(known: EdgeEvidence, seen: SeenDestination, deadly: boolean): EdgeEvidence {
  const before = known.destinations.find(({ to }) => to === seen.to);
  const destination: SeenDestination = {
    to: seen.to,
    walks: seen.walks + (before?.walks ?? 0),
    probed: seen.probed || (before?.probed ?? false),
    at: seen.at,
    ...spelling(seen),
    ...(before?.probed === true && !seen.probed && spelling(before)),
    ...opening(seen, before ?? null),
  };
  const destinations = [...known.destinations.filter(({ to }) => to !== seen.to), destination];
  return {
    ...known,
    revision: seen.at,
    failures: 0,
    deadly,
    destinations: destinations.sort((a, b) => a.to - b.to),
  };
}

function isRepeated(
  known: EdgeEvidence,
  finding: Extract<EdgeFinding, { kind: 'probed' }>,
): boolean {
  const { to, deadly, command } = finding;
  const newest = newestDestination(known);
  if (newest?.to !== to || !newest.probed || newest.command !== command) return false;
  const { opener, locked } = opening(finding, newest);
  const isSame = newest.opener === opener && newest.locked === locked;
  return isSame && known.failures === 0 && known.deadly === deadly;
}

function spelling({ command }: WayWords): WayWords {
  return command === undefined ? {} : { command };
}

/** How a way is opened, by what is found now and what was known before: what a command opened there was not locked. */
function opening(now: WayWords, before: WayWords | null): WayWords {
  const opener = now.opener ?? before?.opener;
  const locked = before?.locked ?? (before?.opener === undefined ? now.locked : undefined);
  return { ...(opener !== undefined && { opener }), ...(locked && { locked }) };
}
