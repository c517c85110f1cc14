import type { Clock } from '../../util/clock.js';
import { insured } from '../sessions/insured.js';
import type { CounterStore } from '../sessions/session-store.js';

/** Lets one event of each actor pass in a span of time, of all instances together. */
export interface Sampler {
  passes(actor: string): Promise<boolean>;
}

export interface SamplerOptions {
  /** Keeps the events of one kind apart from others. */
  readonly name: string;
  /** Milliseconds. */
  readonly every: number;
  /** Shared by every instance. Without them, or while they are away, each process lets one pass. */
  readonly counters: CounterStore | null;
  readonly clock: Clock;
}

/**
 * More actors than this are not told apart: memory must not grow with the number of addresses that a client
 * uses.
 */
const maxActors = 10_000;

/**
 * A span begins with an actor's first event on any instance. The instance that hears of one asks the store
 * once in a span, and learns from the result when the next may pass: a flood of refusals costs no more round
 * trips than rows.
 */
export function createSampler({ name, every, counters, clock }: SamplerOptions): Sampler {
  const closedUntil = new Map<string, number>();

  /** Insertion order is nearly the order of time, so entries that have ended come first. */
  function forget(now: number): void {
    for (const [actor, until] of closedUntil) {
      if (now < until && closedUntil.size < maxActors) return;
      closedUntil.delete(actor);
    }
  }

  function close(actor: string, until: number): void {
    closedUntil.delete(actor);
    closedUntil.set(actor, until);
  }

  async function isFirst(actor: string, now: number): Promise<boolean> {
    if (counters === null) return true;
    const { value, endsAt } = await counters.add(`${name}:${actor}`, 1, every, now);
    close(actor, Math.min(endsAt, now + every));
    return value === 1;
  }

  return {
    async passes(actor) {
      const now = clock();
      const left = (closedUntil.get(actor) ?? 0) - now;
      // A span that ends later than one that begins now is of a clock that was set back.
      if (left > 0 && left <= every) return false;
      forget(now);
      // Before the store is asked: what comes meanwhile belongs to the same span.
      close(actor, now + every);
      return insured(
        () => isFirst(actor, now),
        () => true,
      );
    },
  };
}
