import { denial } from '../../../access/decide.js';
import { refuseDeniedRight } from '../../../access/denied-right.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import { bulkLimits } from '../../../codegen/bulk-limits.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { nameOf } from '../../../codegen/document-name.js';
import type { Once } from '../../../documents/idempotency/once.js';
import type { Validator } from '../../../documents/operation.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt, issueAt, ServiceError } from '../../../errors/service-error.js';
import { isServiceError } from '../../../errors/to-response.js';
import { type ManyQuery, parseManyQuery } from '../../../query/parse/many-query.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../../api.js';
import { documentDepth } from '../../body/json-body.js';
import { requireObject } from '../../body/json-object.js';
import { manyOf } from '../addressed-document.js';
import { refuseDraftsIn } from '../draft-readers.js';
import { endOfDeletion } from '../trash/permanent.js';
import { isDraftWrite, refuseDraft } from '../write-headers.js';
import { authorizeMany, type ManyRequest } from './admit-many.js';
import { namedOperations } from './bulk-body.js';
import { type ManyOperation, type ManyTarget, manyTarget, rightsFor } from './many-operation.js';
import { performBulk, refuseIfMatch } from './perform-bulk.js';
import { runMany } from './run-many.js';

/**
 * `POST /api/{slug}/bulk`: a list of operations, atomic or each separately. `draft` is present with drafts.
 */
export function bulkDocuments(
  descriptor: CollectionDescriptor,
  create: Validator,
  update: Validator,
  draft?: Validator,
): RouteHandler {
  const target = manyTarget(descriptor, create, update, draft);

  async function bulk(request: ApiRequest, service: Service): Promise<Reply> {
    const rights = await authorizeMany(request, service);
    await refuseWithoutRights(request, target, rights);
    return performBulk(request, service, {
      rights,
      route: `${descriptor.slug}/bulk`,
      targetOf: () => target,
      targetKeys: [],
      hasReferences: false,
      isDraft: () => isDraftWrite(request.header('x-draft'), descriptor),
    });
  }
  return Object.assign(bulk, { bulkTarget: target });
}

/** Max bytes of a body that is only read to name the right that is missing. */
const maxRefusedBytes = 100_000;

/**
 * Refuses a requester who may do none of the operations, whatever the body holds; the refusal names the right
 * that its first operation needs.
 *
 * @throws ServiceError FORBIDDEN
 */
async function refuseWithoutRights(
  request: ApiRequest,
  target: ManyTarget,
  { access }: ManyRequest,
): Promise<void> {
  const { descriptor } = target;
  const rights = ['create', 'update', 'delete'] as const;
  if (access === null || rights.some((right) => access.verdict(descriptor, right) !== 'denied')) return;
  const right = (await firstRight(request, target)) ?? 'create';
  throw denial(access.requester, right, nameOf(descriptor));
}

async function firstRight(
  request: ApiRequest,
  target: ManyTarget,
): Promise<ReturnType<typeof rightsFor>[number] | undefined> {
  try {
    const body = await request.body({ bytes: maxRefusedBytes, depth: documentDepth });
    const [first] = namedOperations(body, { limit: 1, targetOf: () => target });
    return first && rightsFor(first)[0];
  } catch (error) {
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/**
 * `PATCH /api/{slug}?where=`: the same change to all documents that match the filter. `draft` is present with
 * drafts.
 */
export function updateManyDocuments(
  descriptor: CollectionDescriptor,
  update: Validator,
  draft?: Validator,
): RouteHandler {
  const target: ManyTarget = { descriptor, validators: { update, draft } };

  return async function updateMany(request, service): Promise<Reply> {
    const rights = await authorizeFiltered(request, service, descriptor, ['update']);
    const isDraft = isDraftWrite(request.header('x-draft'), descriptor);
    const query = readQuery(request, service, descriptor, rights);
    const data = dataOf(requireObject((await request.body()) as JsonObject));
    return onceForAll(request, service, { query, sent: [request.search, isDraft, data] }, async (once) => {
      const ids = await findIds(request, service, descriptor, query);
      const operations = ids.map(
        (id): ManyOperation => ({ op: 'update', target, id, data, ifMatch: null, isDraft }),
      );
      return runMany({ request, service, rights, operations, ...query, once, pathOf: by(ids) });
    });
  };
}

/**
 * `DELETE /api/{slug}?where=`: deletes all documents that match the filter, for good with `permanent=true`. A
 * body is not read.
 */
export function deleteManyDocuments(descriptor: CollectionDescriptor): RouteHandler {
  const target: ManyTarget = { descriptor, validators: {} };
  const hasTrash = descriptor.trash !== undefined;

  return async function deleteMany(request, service): Promise<Reply> {
    const isPermanent = hasTrash && endOfDeletion(descriptor, request.search) === 'gone';
    const needed = rightsFor({ op: 'delete', isPermanent });
    const rights = await authorizeFiltered(request, service, descriptor, needed);
    refuseDraft(request.header('x-draft'), descriptor);
    const query = readQuery(request, service, descriptor, { ...rights, isForTrash: hasTrash });
    return onceForAll(request, service, { query, sent: [request.search] }, async (once) => {
      const ids = await findIds(request, service, descriptor, query);
      const operations = ids.map(
        (id): ManyOperation => ({
          ...{ op: 'delete', target, id, data: null, ifMatch: null, isDraft: false },
          ...(query.permanent && { isPermanent: true }),
        }),
      );
      return runMany({ request, service, rights, operations, ...query, once, pathOf: by(ids) });
    });
  };
}

interface KeyedFilter {
  readonly query: ManyQuery;
  readonly sent: readonly unknown[];
}

/** The documents are found after a look for a kept response: the filter may match none of them any more. */
async function onceForAll(
  request: ApiRequest,
  service: Service,
  { query: { plan, atomic, dryRun }, sent }: KeyedFilter,
  run: (once: Once | null) => Promise<Reply>,
): Promise<Reply> {
  const key = request.header('idempotency-key');
  if (key === undefined) return run(null);
  const { bulkOnceOnly } = await import('./idempotent-bulk.js');
  const route = `${request.method} ${plan.collection.slug}`;
  return bulkOnceOnly(request, service, { route, key, sent, atomic, dryRun }, run);
}

/**
 * A filter matches only documents that the requester may read: without a right to read, none can be changed
 * by it.
 */
async function authorizeFiltered(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  operations: ReturnType<typeof rightsFor>,
): Promise<ManyRequest> {
  const rights = await authorizeMany(request, service);
  const { access } = rights;
  refuseDeniedRight(access, { descriptor, rights: operations });
  if (access !== null && !(await access.read(descriptor)).allowed) {
    throw denial(access.requester, 'read', nameOf(descriptor));
  }
  refuseDraftsIn(request.search, access);
  return rights;
}

function readQuery(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  { access, isForTrash = false }: { readonly access: DocumentAccess | null; readonly isForTrash?: boolean },
): ManyQuery {
  refuseIfMatch(request);
  const { operations } = bulkLimits(service.contract.limits);
  const options = { hidden: access?.fields.hidden, limit: operations, isForTrash };
  return parseManyQuery(request.search, { collection: descriptor, scope: service.scope, ...options });
}

async function findIds(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  { plan, expect }: ManyQuery,
): Promise<readonly string[]> {
  const { ids, total } = await manyOf(service, descriptor).matching(plan, request.context);
  if (expect !== null && total !== expect) {
    const found = { expected: expect, collection: descriptor.slug, count: total };
    throw new ServiceError('CONFLICT', reason('many.unexpectedCount', found), {
      details: [issueAt('expect', reason('many.unexpectedCount', found))],
    });
  }
  const { operations: max } = bulkLimits(service.contract.limits);
  if (total > max) throw badInputAt('where', reason('many.tooManyMatch', { count: total, max }));
  return ids;
}

function dataOf(body: JsonObject): JsonObject {
  if (!Object.hasOwn(body, '_revision')) return body;
  throw badInputAt('_revision', reason('many.revision'));
}

/**
 * A refusal names documents that a filter has matched by their ids: their position means nothing to the
 * client.
 */
function by(ids: readonly string[]): (index: number, path: string) => string {
  return (index, path) => ['documents', ids[index] ?? '', ...(path === '' ? [] : [path])].join('.');
}
