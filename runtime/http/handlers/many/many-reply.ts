import { errorCodes } from '../../../errors/codes.js';
import { reason } from '../../../errors/reasons/reason.js';
import { type Issue, issueOfError, ServiceError } from '../../../errors/service-error.js';
import { jsonText } from '../../../util/json-text.js';
import type { Reply } from '../../api.js';
import type { PerformedOperation } from './perform-operation.js';

/** The outcome of one write of a bulk request. */
export interface OperationOutcome {
  /** The id of the document; null for a create that failed. */
  readonly id: string | null;
  readonly done: PerformedOperation | null;
  readonly issue: ServiceError | null;
}

/** Max issues of one document in a result. */
const maxRowDetails = 10;
/** Max issues in the refusal of a bulk request: at least one for each write is always listed. */
const maxDetails = 1000;

/** Returns the response with every outcome: 207 (RFC 4918, section 11.1) if any write failed. */
export function manyReply(
  outcomes: readonly OperationOutcome[],
  { dryRun, returns = 'head' }: { readonly dryRun: boolean; readonly returns?: 'document' | 'head' },
): Reply {
  return {
    status: outcomes.some(({ issue }) => issue !== null) ? 207 : 200,
    body: JSON.stringify({
      dryRun,
      ...countsOf(outcomes),
      results: outcomes.map((outcome, index) => rowOf(outcome, index, returns === 'document')),
    }),
  };
}

/** How many writes there were, and what became of them. */
export interface ManyCounts {
  readonly matched: number;
  readonly changed: number;
  /** Documents that had their values already. */
  readonly unchanged: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Counts outcomes. */
export function countsOf(outcomes: readonly OperationOutcome[]): ManyCounts {
  const matched = outcomes.length;
  const failed = outcomes.filter(({ issue }) => issue !== null).length;
  const unchanged = outcomes.filter(({ done }) => done?.isUnchanged === true).length;
  const succeeded = matched - failed;
  return { matched, changed: succeeded - unchanged, unchanged, succeeded, failed };
}

function rowOf({ id, done, issue }: OperationOutcome, index: number, withDocument: boolean): object {
  if (issue === null) {
    const { status = 200, revision, json, dropped = [], left } = done ?? {};
    const document =
      withDocument && json !== undefined ? { document: JSON.parse(jsonText(json)) as object } : {};
    const known = typeof revision === 'number' ? { revision } : {};
    const stays = left === undefined || left.count === 0 ? {} : { left: left.named, leftCount: left.count };
    const lacking = { ...(dropped.length > 0 && { dropped }), ...stays };
    return { index, id: done?.id ?? id, status, ...known, ...lacking, ...document };
  }
  return {
    index,
    id,
    status: issue.status,
    code: issue.code,
    error: issue.message,
    reason: issue.reason,
    params: issue.params,
    details: issue.details?.slice(0, maxRowDetails),
    currentRevision: issue.currentRevision,
  };
}

/** The order in which a single write reports its issues: docs/spec/contract.md#order-of-refusals. */
const gravest: readonly number[] = [401, 403, 404, 400, 409];

/**
 * Returns the refusal of an atomic bulk request: the most severe issue gives its code, and the details list
 * all of them.
 *
 * @param pathOf - returns the path of an issue; `path` is the path in its document, `''` for the whole.
 */
export function manyRefusal(
  outcomes: readonly OperationOutcome[],
  pathOf: (index: number, path: string) => string,
): ServiceError {
  const issues = outcomes.flatMap(({ issue }, index) => (issue === null ? [] : [{ issue, index }]));
  const [worst] = [...issues].sort((one, other) => rank(one.issue) - rank(other.issue));
  if (worst === undefined) throw new Error('Writes were refused although none of them failed.');
  const { issue, index } = worst;
  const details = issues.flatMap(({ issue, index }) => detailsOf(issue, (path) => pathOf(index, path)));
  const why = reason('many.nothingWritten', {
    failed: issues.length,
    count: outcomes.length,
    path: pathOf(index, ''),
    issue: issueOfError(issue),
  });
  return new ServiceError(issue.code, why, { details, maxDetails });
}

function rank({ code }: ServiceError): number {
  const place = gravest.indexOf(errorCodes[code].status);
  return place < 0 ? gravest.length : place;
}

function detailsOf(issue: ServiceError, pathOf: (path: string) => string): readonly Issue[] {
  const { details = [] } = issue;
  if (details.length === 0) return [{ path: pathOf(''), ...issueOfError(issue) }];
  return details.map((detail) => ({ ...detail, path: pathOf(detail.path) }));
}
