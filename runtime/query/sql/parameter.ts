import type { StoredValue } from '../../fields/operand.js';

/** The value of a placeholder. */
export type Parameter = StoredValue | null;
