import type { RouteConfig, RouteSchema } from '../../config/route-config.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, badInputAt, type Issue, issueAt } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { parseQueryPairs } from '../../query/parse/query-string.js';
import { nearTo } from '../../util/near-miss.js';
import type { ApiRequest } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { allowsMore, applySchema, isList, shapeOf } from './route-schema.js';

export interface RouteInputs {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Reads what the schemas of a route name, and nothing else.
 *
 * @throws ServiceError BAD_USER_INPUT with all issues of the address, or of the body.
 */
export async function readInputs(route: RouteConfig, request: ApiRequest): Promise<RouteInputs> {
  const { params, query, body } = route;
  if (query === undefined) refuseParameters(request.search);
  const issues: Issue[] = [];
  async function checked(schema: RouteSchema, value: unknown, whole: string): Promise<unknown> {
    const result = await applySchema(schema, value, whole);
    if ('value' in result) return result.value;
    issues.push(...result.issues);
    return undefined;
  }
  const inputs = {
    params: params === undefined ? request.params : await checked(params, { ...request.params }, 'params'),
    query: query && (await checked(query, queryOf(query, request.search), 'query')),
  };
  // A wrong address is refused before a body is received.
  if (issues.length === 0 && body !== undefined) {
    const sent = await checked(body, await request.body(), 'body');
    if (issues.length === 0) return { ...inputs, body: sent };
  }
  if (issues.length > 0) throw badInput(reason('issues.firstAndCount'), issues);
  return { ...inputs, body: undefined };
}

/** Parameters by name, as text or, where the schema has a list, as a list of texts. */
function queryOf(schema: RouteSchema, search: string): Readonly<Record<string, unknown>> {
  const shape = shapeOf(schema);
  const known = Object.keys(shape);
  const values: Record<string, unknown> = Object.create(null);
  const unknown: Issue[] = [];
  for (const [name, value] of parseQueryPairs(search)) {
    const property = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (property === undefined && !allowsMore(schema)) {
      unknown.push(issueAt(echo(name), reason('parameter.unknown', nearTo(name, known))));
    } else if (property !== undefined && isList(property)) {
      values[name] = [...((values[name] as readonly string[] | undefined) ?? []), value];
    } else if (name in values) throw badInputAt(echo(name), reason('parameter.duplicate'));
    else values[name] = value;
  }
  if (unknown.length > 0) throw badInput(reason('issues.firstAndCount'), unknown);
  return { ...values };
}
