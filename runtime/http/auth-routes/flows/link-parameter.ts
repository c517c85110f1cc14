import { badInput } from '../../../errors/service-error.js';
import { echo } from '../../../fields/input-issue.js';
import { parseQueryString } from '../../../query/parse/query-string.js';

/** Returns the `token` of a link; other parameters are refused. @throws ServiceError BAD_USER_INPUT */
export function requireLinkToken(search: string): string {
  const parameters = parseQueryString(search);
  const unknown = [...parameters.keys()].filter((name) => name !== 'token').map((name) => echo(name));
  if (unknown.length > 0) {
    throw badInput(
      `${unknown.join(', ')}: unknown parameter; this route takes token`,
      unknown.map((path) => ({ path, message: 'unknown parameter; this route takes token' })),
    );
  }
  const token = parameters.get('token') ?? '';
  if (token !== '') return token;
  throw badInput('token: the query parameter is missing; it is in the link that was sent by email', [
    { path: 'token', message: 'Is required.' },
  ]);
}
