import { ServiceError } from '../../errors/service-error.js';

/** One answer for unknown, used and expired links, so that nobody learns which tokens there were (auth.md, section 1). */
export function invalidToken(what: 'link' | 'code' = 'link'): ServiceError {
  return new ServiceError(
    'INVALID_TOKEN',
    `This ${what} is not valid: it is unknown, was used already, or has expired. Ask for a new one.`,
  );
}
