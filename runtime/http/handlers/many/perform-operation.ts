import { seesDrafts } from '../../../access/decide-view.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import type { Once } from '../../../documents/idempotency/once.js';
import type { CollectionWrites, JoinedDocuments } from '../../../documents/operation.js';
import type { DocumentResult, OperationContext } from '../../../documents/operation-context.js';
import type { LeftDocuments } from '../../../documents/trash/left-documents.js';
import { refuseFixedFields } from '../../../documents/write/fixed-fields.js';
import type { ExpectedRevisions, WriteIntent } from '../../../documents/write/intent.js';
import { mergedData } from '../../../documents/write/unique-key.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../../errors/service-error.js';
import { isServiceError } from '../../../errors/to-response.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Service } from '../../api.js';
import { deletionEffects } from '../trash/deletion-effects.js';
import { draftValidatorOf, expectedByBody } from '../write-headers.js';
import type { ManyOperation, ManyTarget } from './many-operation.js';

/** What one write of a bulk request needs. */
export interface BulkRequest {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly context: OperationContext;
  readonly access: DocumentAccess | null;
  /** Of a single write with an `Idempotency-Key`. */
  readonly once?: Once | null;
}

/** The result of a write. */
export interface PerformedOperation {
  /** As for the single write. */
  readonly status: 200 | 201;
  readonly id: string;
  /** Null for a deleted document. */
  readonly revision: number | null;
  /** The document had these values already, or had nothing to publish. */
  readonly isUnchanged: boolean;
  /** As the write returns it; absent for a deleted document. */
  readonly json?: DocumentResult['json'];
  /** Paths of what a restore could not bring back. */
  readonly dropped?: readonly string[];
  /** What was deleted along with a restored document, and cannot return yet. */
  readonly left?: LeftDocuments;
}

/** Runs what the route of the single write does after its access check. */
export async function performOperation(
  joined: JoinedDocuments,
  operation: ManyOperation,
  place: BulkRequest,
): Promise<PerformedOperation> {
  const { op, target } = operation;
  const { descriptor } = target;
  if (descriptor.kind === 'global') {
    return performed(200, await write(joined.global(descriptor), operation, place));
  }
  const writes = joined.collection(descriptor);
  if (op === 'delete') return remove(writes, operation, place);
  if (op === 'restore') return restore(writes, operation, place);
  if (op === 'upsert') return upsert(writes, operation, place);
  return performed(op === 'create' ? 201 : 200, await write(writes, operation, place));
}

/** A publication that is planned changes the schedule, and not the document. */
async function write(
  documents: Pick<CollectionWrites, 'write'>,
  operation: ManyOperation,
  place: BulkRequest,
): Promise<DocumentResult> {
  const written = await documents.write(intentOf(operation, place), place.context);
  return operation.publishAt === undefined ? written : { ...written, isUnchanged: false };
}

function performed(
  status: 200 | 201,
  { id, revision, json, isUnchanged = false }: DocumentResult,
): PerformedOperation {
  return { status, id, revision, isUnchanged, json };
}

async function remove(
  writes: CollectionWrites,
  { id: named, isPermanent = false, ...operation }: ManyOperation,
  place: BulkRequest,
): Promise<PerformedOperation> {
  const id = named ?? '';
  const intent = { kind: 'delete', id, expected: expectedBy(operation), isPermanent } as const;
  const effectsFor = deletionEffects(place.request, place.service, place.access);
  await writes.delete({ ...intent, effectsFor }, place.context);
  return { status: 200, id, revision: null, isUnchanged: false };
}

async function restore(
  { trash }: CollectionWrites,
  operation: ManyOperation,
  place: BulkRequest,
): Promise<PerformedOperation> {
  if (trash === undefined) throw new Error('A collection without trash restores nothing.');
  const intent = { id: operation.id ?? '', expected: expectedBy(operation), values: operation.data ?? {} };
  const effectsFor = deletionEffects(place.request, place.service, place.access);
  const restored = await trash.restore({ ...intent, effectsFor, isOneOfMany: true }, place.context);
  const { dropped, left } = restored;
  return { ...performed(200, restored), dropped, left };
}

function expectedBy({ ifMatch }: Pick<ManyOperation, 'ifMatch'>): ExpectedRevisions {
  return ifMatch === null ? 'any' : [ifMatch];
}

/** Creates a document, or changes the one with its key, which is locked. */
async function upsert(
  writes: CollectionWrites,
  operation: ManyOperation,
  place: BulkRequest,
): Promise<PerformedOperation> {
  const { upsert: wanted, data: input } = operation;
  if (wanted === undefined) throw new Error('An upsert needs a key.');
  const { key, fields, create } = wanted;
  refuseClosedKey(place, operation.target, fields);
  const found = await writes.findByKey(key);
  const data = mergedData(input ?? {}, fields);
  if (found === null) {
    const made = { ...operation, op: 'create' as const, data: mergedData(create, data) };
    return performed(201, await writes.write(intentOf(made, place), place.context));
  }
  const { id, isPublished } = found;
  // Which draft has a value is known only to those who see drafts.
  if (!isPublished && !seesDrafts(operation.target.descriptor, place.access)) throw notVisible();
  await refuseUnread(place, operation, id);
  const changed = { ...operation, op: 'update' as const, id, data };
  try {
    return performed(200, await writes.write(intentOf(changed, place), place.context));
  } catch (error) {
    // Of a document that exists, the requester may not see this one.
    throw isServiceError(error) && error.code === 'NOT_FOUND' ? notVisible() : error;
  }
}

/**
 * A key of fields that the requester may neither read nor change would only tell which values exist.
 *
 * @throws ServiceError FORBIDDEN that names the fields.
 */
function refuseClosedKey({ access }: BulkRequest, { descriptor }: ManyTarget, data: JsonObject): void {
  if (access === null) return;
  refuseFixedFields(descriptor.fields, { data, operation: 'update', rights: access.fields });
}

/** @throws ServiceError CONFLICT where no document of the collection, or not this one, may be read. */
async function refuseUnread(
  { access }: BulkRequest,
  { target: { descriptor } }: ManyOperation,
  id: string,
): Promise<void> {
  if (access !== null && !(await access.read(descriptor, id)).allowed) throw notVisible();
}

function notVisible(): ServiceError {
  return new ServiceError('CONFLICT', reason('upsert.notVisible'));
}

function intentOf(operation: ManyOperation, place: BulkRequest): WriteIntent {
  const { op, target, id: named, isDraft } = operation;
  const { request, service, access } = place;
  const { descriptor, validators } = target;
  const id = named ?? '';
  const byOperation = expectedBy(operation);
  const data: JsonObject = operation.data ?? {};
  const keyed = place.once ? { once: place.once } : {};
  switch (op) {
    case 'create': {
      const validator = isDraft ? draftValidatorOf(validators.draft) : needed(validators.create);
      return { kind: 'create', data, validator, isDraft, ...keyed };
    }
    case 'update': {
      const body = expectedByBody(data, byOperation);
      const validator = isDraft ? draftValidatorOf(validators.draft) : needed(validators.update);
      const effects = service.effectsOf({ kind: 'update', descriptor, id, access }, request);
      return { kind: 'update', id, ...body, validator, isDraft, effects, keepsSame: true, ...keyed };
    }
    case 'publish': {
      const { publishAt } = operation;
      if (publishAt !== undefined) refuseNobody(place);
      const planned = publishAt === undefined ? {} : { publishAt };
      const effects = service.effectsOf({ kind: 'publish', descriptor, id, access, ...planned }, request);
      if (publishAt !== undefined) return { kind: 'plan', id, expected: byOperation, effects };
      const validator = needed(validators.update);
      return { kind: 'publish', id, expected: byOperation, validator, effects };
    }
    case 'unpublish':
    case 'discard': {
      const effects = service.effectsOf({ kind: op, descriptor, id, access }, request);
      return { kind: op, id, expected: byOperation, effects };
    }
    case 'upsert':
    case 'delete':
    case 'restore':
      throw new Error(`${op} is no write of one document.`);
  }
}

/** The service itself has no account with whose rights a publication could take place later. */
function refuseNobody({ access, service: { auth } }: BulkRequest): void {
  if (access === null && auth !== null) throw badInputAt('publishAt', reason('local.noPlanner'));
}

/** Routes are created with the validators that their operations need. */
function needed<Validator>(validator: Validator | undefined): Validator {
  if (validator !== undefined) return validator;
  throw new Error('The route was generated without the check of its documents: run svc generate.');
}
