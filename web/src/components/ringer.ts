import type { Ring } from "./bell";

export interface Loud {
  key: string;
  urgent: boolean;
}

const AGAIN_MS: Record<Ring, number> = { urgent: 4_000, ordinary: 15_000 };

/** When to ring: at once for what is new, and again and again for what nobody has heard. */
export class Ringer {
  private known = new Set<string>();
  private rang = -Infinity;

  next(loud: readonly Loud[], now: number): Ring | null {
    const isNew = loud.some(({ key, urgent }) => !this.known.has(`${key} ${urgent}`));
    this.known = new Set(loud.map(({ key, urgent }) => `${key} ${urgent}`));
    if (loud.length === 0) return null;
    const ring: Ring = loud.some(({ urgent }) => urgent) ? "urgent" : "ordinary";
    if (!isNew && now - this.rang < AGAIN_MS[ring]) return null;
    this.rang = now;
    return ring;
  }
}
