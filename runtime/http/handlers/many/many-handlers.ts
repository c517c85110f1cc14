import { denial } from '../../../access/decide.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { nameOf } from '../../../codegen/document-name.js';
import { maxOperations } from '../../../codegen/max-operations.js';
import type { Once } from '../../../documents/idempotency/once.js';
import type { Validator } from '../../../documents/operation.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, badInputAt, issueAt, ServiceError } from '../../../errors/service-error.js';
import { type ManyQuery, parseManyQuery } from '../../../query/parse/many-query.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../../api.js';
import { requireObject } from '../../body/json-object.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { manyOf } from '../addressed-document.js';
import { refuseDraftsIn } from '../draft-readers.js';
import { isDraftWrite, refuseDraft } from '../draft-write.js';
import { admitMany, type ManyRequest } from './admit-many.js';
import { type BulkBody, namedOperations, readBulkBody } from './bulk-body.js';
import { rightFor } from './many-operation.js';
import type { ManyValidators } from './perform-operation.js';
import { pathOfOperation, runMany } from './run-many.js';

/**
 * `POST /api/{slug}/bulk`: a list of operations, atomic or each separately. `draft` is present with drafts.
 */
export function bulkDocuments(
  descriptor: CollectionDescriptor,
  create: Validator,
  update: Validator,
  draft?: Validator,
): RouteHandler {
  const validators: ManyValidators = { create, update, draft };

  return async function bulk(request, service): Promise<Reply> {
    const rights = await admitMany(request, service, descriptor, ['create', 'update', 'delete']);
    const body = await request.body();
    let isDraft = false;
    const { operations, atomic, dryRun } = readAllowed(body, descriptor, rights.access, () => {
      refuseParameters(request.search);
      refuseIfMatch(request);
      isDraft = isDraftWrite(request.header('x-draft'), descriptor);
      return readBulkBody(body, descriptor, isDraft);
    });
    const pathOf = pathOfOperation(operations);
    const run = (once: Once | null): Promise<Reply> =>
      runMany({
        ...{ request, service, descriptor, validators, rights, operations, atomic, dryRun, once },
        ...{ plan: null, pathOf },
      });
    const key = request.header('idempotency-key');
    if (key === undefined) return run(null);
    const { bulkOnceOnly } = await import('./idempotent-bulk.js');
    return bulkOnceOnly(request, service, { descriptor, key, sent: [isDraft, body], atomic, dryRun }, run);
  };
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
  const validators: ManyValidators = { update, draft };

  return async function updateMany(request, service): Promise<Reply> {
    const rights = await authorizeFiltered(request, service, descriptor, 'update');
    const isDraft = isDraftWrite(request.header('x-draft'), descriptor);
    const query = readQuery(request, service, descriptor, rights);
    const data = dataOf(requireObject((await request.body()) as JsonObject));
    const ids = await findIds(request, service, descriptor, query);
    const operations = ids.map((id) => ({ op: 'update', id, data, ifMatch: null, isDraft }) as const);
    return runMany({
      request,
      service,
      descriptor,
      validators,
      rights,
      operations,
      ...query,
      pathOf: by(ids),
    });
  };
}

/** `DELETE /api/{slug}?where=`: deletes all documents that match the filter. A body is not read. */
export function deleteManyDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function deleteMany(request, service): Promise<Reply> {
    const rights = await authorizeFiltered(request, service, descriptor, 'delete');
    refuseDraft(request.header('x-draft'), descriptor);
    const query = readQuery(request, service, descriptor, rights);
    const ids = await findIds(request, service, descriptor, query);
    const operations = ids.map(
      (id) => ({ op: 'delete', id, data: null, ifMatch: null, isDraft: false }) as const,
    );
    return runMany({
      request,
      service,
      descriptor,
      validators: {},
      rights,
      operations,
      ...query,
      pathOf: by(ids),
    });
  };
}

/**
 * Denial comes before every other issue of a body, as far as the body names its operations. If some of them
 * are allowed, a denied one is an issue among others, unless it is the only one.
 */
function readAllowed(
  body: unknown,
  descriptor: CollectionDescriptor,
  access: DocumentAccess | null,
  read: () => BulkBody,
): BulkBody {
  const named = [...namedOperations(body)].map(rightFor);
  const denied = named.filter((operation) => access?.verdict(descriptor, operation) === 'denied');
  const [first] = denied;
  const refused =
    access === null || first === undefined ? null : denial(access.requester, first, nameOf(descriptor));
  if (refused !== null && denied.length === named.length) throw refused;
  try {
    return read();
  } catch (error) {
    throw refused ?? error;
  }
}

/**
 * A filter matches only documents that the requester may read: without a right to read, none can be changed
 * by it.
 */
async function authorizeFiltered(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  operation: 'update' | 'delete',
): Promise<ManyRequest> {
  const rights = await admitMany(request, service, descriptor, [operation]);
  const { access } = rights;
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
  { access }: ManyRequest,
): ManyQuery {
  refuseIfMatch(request);
  const options = { hidden: access?.fields.hidden, limit: maxOperations };
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
  if (total > maxOperations) {
    throw badInputAt('where', reason('many.tooManyMatch', { count: total, max: maxOperations }));
  }
  return ids;
}

/**
 * One revision cannot belong to many documents; ignoring the header could overwrite changes of another user.
 */
function refuseIfMatch(request: ApiRequest): void {
  if (request.header('if-match') === undefined) return;
  throw badInput(reason('many.ifMatch'), [issueAt('If-Match', reason('many.ifMatch'))]);
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
