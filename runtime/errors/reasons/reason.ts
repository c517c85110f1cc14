import type { JsonObject } from '../../util/json.js';
import type { english } from './english.js';
import type { TextContext } from './text-context.js';

/** The id of a reason: stable, for programs that translate. Its English text is in the catalogue. */
export type ReasonId = keyof typeof english;

/** The parameters of a reason; undefined for a reason without any. */
export type ReasonParams<Id extends ReasonId> = (typeof english)[Id] extends (
  params: infer Params,
  context: TextContext,
) => string
  ? Params
  : undefined;

/** Why a request is refused, or what is wrong with a part of it. Made by {@link reason}. */
export interface Reason {
  readonly reason: ReasonId;
  readonly params?: JsonObject;
}

/** A text that is not the service's own, as that of a hook. It has no reason and is never translated. */
export interface UserText {
  readonly userText: string;
}

/** What an error or an issue says. */
export type ErrorText = Reason | UserText;

/** The texts of one language. */
export type Catalogue = {
  readonly [Id in ReasonId]: string | ((params: ReasonParams<Id>, context: TextContext) => string);
};

/**
 * A reason with its parameters. A parameter never holds more than the English text says.
 *
 * @example
 * ```ts
 * throw new ServiceError('CONFLICT', reason('document.notUnique', { collection: 'posts' }));
 * ```
 */
export function reason<Id extends ReasonId>(
  id: Id,
  ...[params]: undefined extends ReasonParams<Id> ? [] : [params: ReasonParams<Id>]
): Reason {
  // Parameters are JSON by their types in the catalogue; the compiler cannot derive that for a generic id.
  const given = (params ?? {}) as unknown as JsonObject;
  return Object.keys(given).length === 0 ? { reason: id } : { reason: id, params: given };
}

/** Whether a value is a reason, where a result may be one. */
export function isReason(value: Reason | object): value is Reason {
  return 'reason' in value;
}

/** A text of the config's code, such as a hook or a validate callback. */
export function userText(text: string): UserText {
  return { userText: text };
}
