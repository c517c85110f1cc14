import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';

/**
 * One response for unknown, used and expired links, so that a client cannot learn which tokens existed
 * (docs/spec/auth.md#error-codes).
 */
export function invalidToken(what: 'link' | 'code' = 'link'): ServiceError {
  return new ServiceError('INVALID_TOKEN', reason(what === 'link' ? 'link.invalid' : 'code.invalid'));
}
