import { isSvcError, type SvcError } from '../../../templates/sdk/errors.js';
import type { Translated } from './catalogue.js';
import type { en } from './errors.en.js';
import { errorTexts } from './errors.js';
import { useTexts } from './language.js';

/** Says what went wrong, for people. What the service says of a request stands behind it, in its own words. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts(errorTexts);
  return (error) => (isSvcError(error) ? textOf(error, t) : t.unexpected);
}

function textOf(error: SvcError, t: Translated<typeof en>): string {
  switch (error.code) {
    case 'NETWORK':
      return t.network;
    case 'TIMEOUT':
      return t.timeout;
    case 'ABORTED':
      return t.aborted;
    case 'UNAVAILABLE':
      return t.unavailable;
    case 'RATE_LIMITED':
      return t.rateLimited(error.retryAfter ?? 60);
    case 'ACCOUNT_LOCKED':
      return t.accountLocked(Math.ceil((error.retryAfter ?? 900) / 60));
    case 'INTERNAL_ERROR':
      return t.internal;
    case 'INVALID_CREDENTIALS':
      return t.invalidCredentials;
    case 'NOT_FOUND':
      return t.notFound;
    case 'FORBIDDEN':
      return `${t.forbidden} ${error.message}`;
    case 'UNAUTHENTICATED':
      return t.unauthenticated;
    case 'PAYLOAD_TOO_LARGE':
      return t.tooLarge;
    default:
      return error.message;
  }
}
