import type { ErrorDetail } from '../error-detail.js';
import type { Catalogue, ReasonId } from './reason.js';
import type { NestedReason, TextContext, Told } from './text-context.js';

type Text = string | ((params: object, context: TextContext) => string);

/** Returns the text of a reason; `details` are the issues of the error, in the catalogue's language. */
export function say(
  texts: Catalogue,
  { reason, params }: NestedReason,
  details: readonly ErrorDetail[] = [],
): string {
  const text = texts[reason as ReasonId] as Text;
  if (typeof text === 'string') return text;
  return text(params ?? {}, { details, say: (nested) => say(texts, nested) });
}

/** Returns an error's message in a language. Messages without a known reason stay as they are. */
export function messageIn(
  texts: Catalogue,
  { message, reason, params, details = [] }: Told & { readonly details?: readonly ToldDetail[] | undefined },
): string {
  if (reason === undefined || !Object.hasOwn(texts, reason)) return message;
  return say(texts, { reason, ...(params && { params }) }, detailsIn(texts, details));
}

/** Returns the issues of an error in a language. */
export function detailsIn(texts: Catalogue, details: readonly ToldDetail[]): readonly ErrorDetail[] {
  return details.map(({ path, ...told }) => ({ path, message: messageIn(texts, told) }));
}

/** An issue with its reason, as an error response has it. */
export interface ToldDetail extends Told {
  readonly path: string;
}
