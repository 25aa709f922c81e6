import { adoptClaim, renewClaims, type Claim, type Holder } from '../episode-claims.ts';
import type { Fleet } from '../fleet.ts';

export class Leases {
  readonly #fleet: Fleet;
  readonly #holder: Holder;
  readonly #held = new Map<string, { readonly claim: Claim; readonly onLost: () => void }>();
  /** How often the database had been away when the leases were last extended. */
  #outages: number;

  constructor(fleet: Fleet, holder: Holder) {
    this.#fleet = fleet;
    this.#holder = holder;
    this.#outages = fleet.database.outages;
  }

  get claims(): readonly Claim[] {
    return [...this.#held.values()].map(({ claim }) => claim);
  }

  hold(claim: Claim, onLost: () => void): void {
    this.#held.set(claim.token, { claim, onLost });
  }

  release({ token }: Claim): void {
    this.#held.delete(token);
  }

  /** Extends all leases. Those that are over are lost, unless the database was away. */
  async renew(): Promise<void> {
    const held = [...this.#held.values()];
    const good = await renewClaims(
      this.#fleet,
      this.#holder,
      held.map(({ claim }) => claim.token),
    );
    const wasAway = this.#fleet.database.outages !== this.#outages;
    this.#outages = this.#fleet.database.outages;
    for (const { claim, onLost } of held) {
      if (good.has(claim.token) || !this.#held.has(claim.token)) continue;
      if (wasAway && (await adoptClaim(this.#fleet, this.#holder, claim))) continue;
      this.#held.delete(claim.token);
      onLost();
    }
  }

  /** Whether a late episode may still be stored: the database was away, and no other worker took it. */
  async regain(claim: Claim): Promise<boolean> {
    const wasAway = this.#fleet.database.outages !== this.#outages;
    return wasAway && (await adoptClaim(this.#fleet, this.#holder, claim));
  }
}
