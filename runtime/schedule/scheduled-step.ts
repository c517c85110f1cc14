export type ScheduledAction = 'publish' | 'unpublish';

/** A document of a collection, or a global. */
export interface ScheduleTarget {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  /** `global` for a global. */
  readonly document: string;
}

/** A scheduled step of a document. */
export interface ScheduledStep extends ScheduleTarget {
  readonly action: ScheduledAction;
  /** Milliseconds. */
  readonly due: number;
  /** Until then it belongs to the instance that claimed it. */
  readonly leasedUntil: number;
  readonly attempts: number;
  /** The requester: a user's id, or `key:<id>`. */
  readonly requestedBy: string | null;
}
