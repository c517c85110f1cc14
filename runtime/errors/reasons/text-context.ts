import type { ErrorDetail } from '../error-detail.js';

/** A reason inside the parameters of another one. */
export interface NestedReason {
  readonly reason: string;
  readonly params?: object;
}

/** What a text may contain besides its own parameters. */
export interface TextContext {
  /** The issues of the error, in the language of the text. */
  readonly details: readonly ErrorDetail[];
  /** Returns the text of a nested reason. */
  readonly say: (nested: NestedReason) => string;
}

/** A message with its reason, as an error response has it. */
export interface Told {
  readonly message: string;
  /** Absent for texts of hooks and callbacks. */
  readonly reason?: string | undefined;
  readonly params?: object | undefined;
}
