import { badInput } from '../errors/service-error.js';
import { echo } from '../fields/input-fault.js';
import { parseQueryString } from '../query/parse/query-string.js';

/** For routes that take no query parameter: contract, section 8: unknown ones are 400 everywhere. */
export function refuseParameters(search: string): void {
  if (search === '') return;
  const names = [...parseQueryString(search).keys()].map((name) => echo(name));
  if (names.length === 0) return;
  throw badInput(
    `${names.join(', ')}: unknown parameter; this route takes none`,
    names.map((name) => ({ path: name, message: 'unknown parameter; this route takes none' })),
  );
}
