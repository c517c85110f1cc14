import { deniedRight } from '../../../access/denied-right.js';
import { bulkLimits } from '../../../codegen/bulk-limits.js';
import type { Once } from '../../../documents/idempotency/once.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { documentDepth } from '../../body/json-body.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import type { ManyRequest } from './admit-many.js';
import { type BulkBody, namedOperations, readBulkBody, type TargetOf } from './bulk-body.js';
import { rightsFor } from './many-operation.js';
import { pathOfOperation, runMany } from './run-many.js';

/** A list of operations of an identified requester. */
export interface RequestedBulk {
  readonly rights: ManyRequest;
  /** What keys of the request belong to. */
  readonly route: string;
  readonly targetOf: TargetOf;
  readonly targetKeys: readonly string[];
  readonly hasReferences: boolean;
  /** Whether operations write drafts unless they say otherwise. @throws ServiceError for a wrong header. */
  readonly isDraft: () => boolean;
}

/** Reads the operations of a request, and does them. */
export async function performBulk(
  request: ApiRequest,
  service: Service,
  { rights, route, targetOf, targetKeys, hasReferences, isDraft }: RequestedBulk,
): Promise<Reply> {
  const limits = bulkLimits(service.contract.limits);
  const body = await request.body({ bytes: limits.bytes, depth: documentDepth, isApart: true });
  let isDraftByHeader = false;
  const named = namedOperations(body, { limit: limits.operations, targetOf });
  const { operations, atomic, dryRun, returns } = readAllowed(named, rights, () => {
    refuseParameters(request.search);
    refuseIfMatch(request);
    isDraftByHeader = isDraft();
    const form = { limit: limits.operations, targetOf, targetKeys, hasReferences };
    return readBulkBody(body, { ...form, isDraft: isDraftByHeader, now: service.operations.clock() });
  });
  const pathOf = pathOfOperation(operations);
  const run = (once: Once | null): Promise<Reply> =>
    runMany({ request, service, rights, operations, atomic, dryRun, returns, once, plan: null, pathOf });
  const key = request.header('idempotency-key');
  if (key === undefined) return run(null);
  const { bulkOnceOnly } = await import('./idempotent-bulk.js');
  return bulkOnceOnly(request, service, { route, key, sent: [isDraftByHeader, body], atomic, dryRun }, run);
}

/**
 * Denial comes before every other issue of a body, as far as the body names its operations. If some of them
 * are allowed, a denied one is an issue among others, unless it is the only one.
 */
function readAllowed(
  named: ReturnType<typeof namedOperations>,
  { access }: ManyRequest,
  read: () => BulkBody,
): BulkBody {
  const denials = named.flatMap((one) => {
    const { descriptor } = one.target;
    return deniedRight(access, { descriptor, rights: rightsFor(one) }) ?? [];
  });
  const [refused] = denials;
  if (refused !== undefined && denials.length === named.length) throw refused;
  try {
    return read();
  } catch (error) {
    throw refused ?? error;
  }
}

/**
 * One revision cannot belong to many documents; ignoring the header could overwrite changes of another user.
 */
export function refuseIfMatch(request: ApiRequest): void {
  if (request.header('if-match') === undefined) return;
  throw badInput(reason('many.ifMatch'), [issueAt('If-Match', reason('many.ifMatch'))]);
}
