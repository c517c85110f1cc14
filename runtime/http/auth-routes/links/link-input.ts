import { redirectTarget } from '../../../auth/links/redirect-target.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, badInputAt, issueAt } from '../../../errors/service-error.js';
import { echo } from '../../../fields/input-issue.js';
import { parseQueryString } from '../../../query/parse/query-string.js';
import type { Service } from '../../api.js';
import { authOf } from '../../security/authorize.js';
import { type BodyField, nullable, optional, text } from '../body.js';

/** A link token as sent: of any form, since a malformed one gets the same response as an unknown one. */
export const tokenField: BodyField<string> = text({ maxLength: 500 });

/** Returns the `token` of a link; other parameters are refused. @throws ServiceError BAD_USER_INPUT */
export function requireLinkToken(search: string): string {
  const parameters = parseQueryString(search);
  const known = ['token'];
  const unknown = [...parameters.keys()].filter((name) => name !== 'token').map((name) => echo(name));
  if (unknown.length > 0) {
    throw badInput(
      reason('parameters.unknown', { names: unknown, known }),
      unknown.map((path) => issueAt(path, reason('parameter.unknown', { known }))),
    );
  }
  const token = parameters.get('token') ?? '';
  if (token !== '') return token;
  throw badInputAt('token', reason('link.tokenMissing'));
}

/** `redirectTo` of a body; {@link checkedRedirect} checks its target. */
export const redirectField: BodyField<string | null | undefined> = optional(
  nullable(text({ maxLength: 2000, empty: true })),
);

/**
 * @throws ServiceError BAD_USER_INPUT for an address that belongs neither to the service nor to a trusted
 * origin.
 */
export function checkedRedirect(value: string | null | undefined, service: Service): string | null {
  return redirectTarget(value, authOf(service).options);
}
