import { reason } from '../../errors/reasons/reason.js';
import { badInput } from '../../errors/service-error.js';
import { echo, inputIssue } from '../../fields/input-issue.js';

/** The parameters that are lists: their values are separated by commas. */
const lists: ReadonlySet<string> = new Set(['select', 'sort', 'collections']);

/**
 * Parses a raw query string (without `?`). Repeated parameters that are lists form one list, in their
 * order (docs/spec/contract.md#query-parameters), which is how clients generated from the OpenAPI document
 * send lists. Any other repeated parameter is refused: servers, proxies and caches differ in which one they
 * use.
 * Percent-encoding that is not UTF-8 is refused too.
 */
export function parseQueryString(search: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of parseQueryPairs(search)) {
    const before = parameters.get(name);
    if (before !== undefined && !lists.has(name)) throw inputIssue(echo(name), reason('parameter.duplicate'));
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parameters;
}

/** The parameters in their order, also those that are repeated. */
export function* parseQueryPairs(search: string): Iterable<readonly [name: string, value: string]> {
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), null);
    yield [name, equals < 0 ? '' : decode(pair.slice(equals + 1), name)];
  }
}

function decode(text: string, name: string | null): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    if (name !== null) throw inputIssue(name, reason('parameter.notUtf8'));
    throw badInput(reason('parameter.nameNotUtf8'));
  }
}
