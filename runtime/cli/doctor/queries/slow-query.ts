/** What `svc doctor --queries` says of the reads of one pattern. Times are in milliseconds. */
export interface SlowQuery {
  /** A collection (`posts`). */
  readonly collection: string;
  /** As a client sends it, without values. */
  readonly request: string;
  /** The condition that access rules add to it, as JSON; null if there is none. */
  readonly rule: string | null;
  readonly count: number;
  /** How many of them were ended at a time limit, or when their client left. */
  readonly failed: number;
  /** Half of them took at most this; null: longer than the last step that is kept. */
  readonly half: number | null;
  /** 95 % of them took at most this; null as in `half`. */
  readonly most: number | null;
  readonly slowest: number;
  readonly total: number;
  /** The average time of each part. */
  readonly parts: {
    readonly page: number;
    readonly count: number;
    /** Relations, selected fields and hooks. */
    readonly response: number;
  };
  /** ISO 8601. */
  readonly lastSeen: string;
  readonly advice: readonly Advice[];
}

export type Advice = IndexAdvice | OtherAdvice;

/** An index that the planner of the database uses for this read. */
export interface IndexAdvice {
  readonly kind: 'index';
  /** Slug of the collection that it belongs to. */
  readonly collection: string;
  readonly fields: readonly string[];
  /** The line of the config: `indexes: [{ fields: ['status', 'publishedAt'] }]`. */
  readonly line: string;
  /** Whether it also gives the order of the list. */
  readonly givesOrder: boolean;
}

export interface OtherAdvice {
  readonly kind: 'other';
  readonly message: string;
}

export function other(message: string): OtherAdvice {
  return { kind: 'other', message };
}
