import { ServiceError } from '../../errors/service-error.js';

/**
 * One response for unknown, used and expired links, so that a client cannot learn which tokens existed
 * (docs/spec/auth.md#error-codes).
 */
export function invalidToken(what: 'link' | 'code' = 'link'): ServiceError {
  return new ServiceError(
    'INVALID_TOKEN',
    `This ${what} is not valid: it is unknown, was used already, or has expired. Ask for a new one.`,
  );
}
