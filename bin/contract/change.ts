/** Whether a schema describes what clients send or what they receive. */
export type Direction = 'input' | 'output';

/** A difference between two contracts. */
export interface Change {
  /** Whether a client of the old contract may fail with the new one. */
  readonly breaking: boolean;
  /** What it concerns: `Post.title`, `query limit`, `response 200`; empty: the operation itself. */
  readonly place: string;
  readonly message: string;
  /** The whole operation was removed or added. */
  readonly isOfOperation?: true;
}

/** A difference with the operations in which it occurs: `GET /api/posts`. */
export interface ContractChange extends Change {
  readonly operations: readonly string[];
}

export function breaks(place: string, message: string): Change {
  return { breaking: true, place, message };
}

export function fits(place: string, message: string): Change {
  return { breaking: false, place, message };
}
