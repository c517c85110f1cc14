import type { Reason } from '../errors/reasons/reason.js';

/**
 * Checks a body: the emitted zod schema. Returns issues instead of throwing.
 * Type-only structural subset of `z.ZodType`, so that this module does not import zod.
 */
export interface Validator {
  safeParse(input: unknown):
    | { readonly success: true; readonly data: unknown }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly ValidatorIssue[] };
      };
}

export interface ValidatorIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** What the issue means, where that is known; else it follows from the message. */
  readonly why?: Reason;
  /** Of `unrecognized_keys`. */
  readonly keys?: readonly string[];
}
