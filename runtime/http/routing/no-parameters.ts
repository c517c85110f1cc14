import { reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { parseQueryString } from '../../query/parse/query-string.js';

/** Refuses query parameters on routes that take none: docs/spec/contract.md#unknown-parameters. */
export function refuseParameters(search: string): void {
  if (search === '') return;
  const names = [...parseQueryString(search).keys()].map((name) => echo(name));
  if (names.length === 0) return;
  throw badInput(
    reason('parameters.unknown', { names, known: [] }),
    names.map((name) => issueAt(name, reason('parameter.unknown', { known: [] }))),
  );
}
