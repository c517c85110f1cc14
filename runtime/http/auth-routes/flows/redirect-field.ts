import { redirectTarget } from '../../../auth/links/redirect-target.js';
import type { Service } from '../../api.js';
import { authOf } from '../../security/authorize.js';
import { type BodyField, nullable, optional, text } from '../body.js';

/** `redirectTo` of a body; {@link checkedRedirect} checks its target. */
export const redirectField: BodyField<string | null | undefined> = optional(
  nullable(text({ longest: 2000, empty: true })),
);

/**
 * @throws ServiceError BAD_USER_INPUT for an address that belongs neither to the service nor to a trusted
 * origin.
 */
export function checkedRedirect(value: string | null | undefined, service: Service): string | null {
  return redirectTarget(value, authOf(service).options);
}
