import type { UserText } from '../../../errors/reasons/reason.js';
import type { Told } from '../../../errors/reasons/text-context.js';

/** A text with variable parts. Made by `phrase`. */
export interface Phrase {
  readonly phrase: string;
  readonly params: object;
}

/** A text inside a phrase. */
export type NestedText = string | Phrase | Told | UserText;
