import { badInput } from '../../errors/service-error.js';
import { echo, inputFault } from '../../fields/input-fault.js';

/**
 * The parameters of a raw query string (without `?`). A parameter given twice is refused: which of the two counts
 * differs between servers, proxies and caches. So is percent-encoding that is not UTF-8.
 */
export function parseQueryString(search: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  if (search === '') return parameters;
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), null);
    if (parameters.has(name)) throw inputFault(echo(name), 'is given twice');
    parameters.set(name, equals < 0 ? '' : decode(pair.slice(equals + 1), name));
  }
  return parameters;
}

function decode(text: string, name: string | null): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    if (name !== null) throw inputFault(name, 'is not valid percent-encoded UTF-8');
    throw badInput('The name of a query parameter is not valid percent-encoded UTF-8.');
  }
}
