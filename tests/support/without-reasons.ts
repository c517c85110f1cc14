import { expect } from 'vitest';
import { english } from '../../runtime/errors/reasons/english.js';
import { detailsIn, messageIn, type ToldDetail } from '../../runtime/errors/reasons/say.js';
import type { Told } from '../../runtime/errors/reasons/text-context.js';

/** An error, or its response. */
interface Reasoned extends Told {
  readonly details?: readonly ToldDetail[] | undefined;
}

/**
 * The issues of an error without their reasons, for tests of what is said. The English texts of its reasons
 * have to be its messages.
 */
export function checkedDetails(error: Reasoned): Reasoned['details'] {
  const { details } = error;
  // A longer list is cut in a response, so that it says less than the message.
  if ((details?.length ?? 0) < 100) expect(messageIn(english, error)).toBe(error.message);
  if (details === undefined) return undefined;
  expect(detailsIn(english, details)).toEqual(details.map(({ path, message }) => ({ path, message })));
  return details.map(({ path, message }) => ({ path, message }));
}
