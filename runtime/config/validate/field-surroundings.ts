import type { Siblings } from './names.js';

/** The context of a list of fields. */
export interface FieldSurroundings {
  readonly siblings: Siblings;
  /** Inside rows of `array` or `blocks`: values there are JSON, not columns. */
  readonly inRows: boolean;
  readonly inGlobal: boolean;
  /** Levels of JSON above the fields. */
  readonly depth: number;
  /** The enclosing objects and lists, to detect one that contains itself. */
  readonly around: readonly unknown[];
}
