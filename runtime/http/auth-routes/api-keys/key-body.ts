import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt } from '../../../errors/service-error.js';
import { type BodyField, lineOfText, listOf, text } from '../body.js';

/** The name of a key. */
export const keyName: BodyField<string> = lineOfText(200);

/** Checks only the list; the scopes themselves are checked against the contract. */
export const keyScopes: BodyField<readonly string[]> = {
  optional: false,
  check(value) {
    const checked = listOf(text({ maxLength: 500 })).check(value);
    if ('issue' in checked) return checked;
    if (checked.value.length === 0) return { issue: reason('scope.missing') };
    return { value: [...new Set(checked.value)] };
  },
};

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A time with its time zone, as milliseconds since 1970. */
export const moment: BodyField<number> = {
  optional: false,
  check(value) {
    const time = typeof value === 'string' && timestamp.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time)
      ? { issue: reason('value.wrongType', { wanted: 'timestamp' }) }
      : { value: time };
  },
};

/** @throws ServiceError BAD_USER_INPUT for a time in the past. */
export function refusePast(expiresAt: number | null | undefined, now: number): void {
  if (expiresAt === null || expiresAt === undefined || expiresAt > now) return;
  throw badInputAt('expiresAt', reason('value.notInFuture'));
}
