import type { UserText } from '../../../errors/reasons/reason.js';
import type { Told } from '../../../errors/reasons/text-context.js';
import type { PhraseId, PhraseParams } from './english.js';
import type { germanTexts } from './german.js';
import type { Phrase } from './nested-text.js';

/** An English text of the pages that has a translation. */
export type FixedText = keyof typeof germanTexts;

/** A text of a page: one of its own, a message of the service, or a text of the config. */
export type PageText = FixedText | Phrase | Told | UserText;

/**
 * Returns a text of the pages with variable parts.
 *
 * @example
 * ```ts
 * phrase('join', { site: 'Example' })
 * ```
 */
export function phrase<Id extends PhraseId>(id: Id, params: PhraseParams<Id>): Phrase {
  return { phrase: id, params };
}
