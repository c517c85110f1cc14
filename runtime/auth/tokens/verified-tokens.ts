import type { Clock } from '../../util/clock.js';
import type { AccessClaims } from './tokens.js';

/** Sessions that are active within the same quarter of an hour; 1 kB for each at most. */
const generationSize = 10_000;

export interface VerifiedTokensOptions {
  /** Of every token, when it is made. */
  readonly lifetimeSeconds: number;
  /** How long a token is good after it has expired, as at its verification. */
  readonly toleranceSeconds: number;
  /** Tokens of a generation. */
  readonly size?: number;
}

/**
 * Access tokens whose signature was found good, until they expire, so that it is checked once and not at
 * every request. Two generations bound it: when the young one is full it becomes the old one, and tokens that
 * were not presented since then are dropped.
 */
export class VerifiedTokens {
  readonly #clock: Clock;
  readonly #lifetime: number;
  readonly #tolerance: number;
  readonly #generationSize: number;
  #young: Map<string, AccessClaims> = new Map();
  #old: Map<string, AccessClaims> = new Map();

  constructor(
    clock: Clock,
    { lifetimeSeconds, toleranceSeconds, size = generationSize }: VerifiedTokensOptions,
  ) {
    this.#clock = clock;
    this.#lifetime = lifetimeSeconds;
    this.#tolerance = toleranceSeconds;
    this.#generationSize = size;
  }

  find(token: string): AccessClaims | undefined {
    const young = this.#young.get(token);
    const claims = young ?? this.#old.get(token);
    if (claims === undefined) return undefined;
    const left = claims.expiresAt - Math.floor(this.#clock() / 1000);
    // One that ends later than any could: the clock was set back, and its verification has to say what that
    // means.
    if (left <= -this.#tolerance || left > this.#lifetime + this.#tolerance) {
      this.#young.delete(token);
      this.#old.delete(token);
      return undefined;
    }
    if (young === undefined) this.add(token, claims);
    return claims;
  }

  add(token: string, claims: AccessClaims): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(token, claims);
  }
}
