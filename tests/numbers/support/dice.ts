import { createDice as createNumbers } from '../../oracle/dice.js';

/** Random choices that are the same in every run. */
export interface Dice {
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  pick<T>(of: readonly T[]): T;
}

export function createDice(seed: number): Dice {
  const next = createNumbers(seed);
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    chance: (probability) => next() < probability,
    between,
    pick<T>(of: readonly T[]): T {
      return of[between(0, of.length - 1)] as T;
    },
  };
}
