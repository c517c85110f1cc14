/** Random decisions that are the same in every run with one seed. */
export interface Random {
  /** From 0 to 1, 1 excluded. */
  next(): number;
  /** A whole number from 0 to `max`, both included. */
  int(max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** As `pick`, for a list that may be empty. */
  pickOr<T, U>(list: readonly T[], otherwise: U): T | U;
  chance(probability: number): boolean;
}

/** The generator `mulberry32`: 32 bits of state, which one line of a report can name. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (max: number): number => Math.floor(next() * (max + 1));
  return {
    next,
    int,
    pick: (list) => list[int(list.length - 1)] ?? list[0],
    pickOr: (list, otherwise) => list[int(list.length - 1)] ?? otherwise,
    chance: (probability) => next() < probability,
  };
}
