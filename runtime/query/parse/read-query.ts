import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue } from '../../fields/input-issue.js';
import { nearTo } from '../../util/near-miss.js';
import type { ReadPlan } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { parseQueryString } from './query-string.js';
import { readShape } from './read-shape.js';

/** Every parameter of a read of one document. */
export const readParameters = ['depth', 'select', 'draft'] as const;

const known: ReadonlySet<string> = new Set(readParameters);

/**
 * Parses the raw query string (without `?`) of `GET /api/{slug}/:id` or of a global.
 *
 * @throws ServiceError BAD_USER_INPUT, with the parameter.
 */
export function parseReadQuery(
  search: string,
  { document, scope }: { readonly document: DocumentDescriptor; readonly scope: QueryScope },
): ReadPlan {
  const parameters = parseQueryString(search);
  for (const [name, value] of parameters) {
    if (!known.has(name))
      throw inputIssue(echo(name), reason('parameter.unknown', nearTo(name, readParameters)));
    if (value === '') throw inputIssue(name, reason('input.empty'));
  }
  return { document, shape: readShape(parameters, { document, scope }) };
}
