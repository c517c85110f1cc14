import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type {
  CollectionWrites,
  DocumentDrafts,
  DocumentResult,
  OperationContext,
  Validator,
} from '../../../documents/operation.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Service } from '../../api.js';
import { expectedByBody, withExpectedRevision } from '../conditional-write.js';
import { draftValidatorOf, draftWrites } from '../draft-writes.js';
import { withoutPublication, withoutSchedule, withPublication } from '../schedule-handlers.js';
import type { ManyOperation } from './many-operation.js';

/** Validators of the written data. */
export interface ManyValidators {
  readonly create?: Validator;
  readonly update?: Validator;
  /** Absent without drafts. */
  readonly draft?: Validator | undefined;
}

/** What one write of a bulk request needs. */
export interface OperationPlace {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly descriptor: CollectionDescriptor;
  readonly validators: ManyValidators;
  readonly context: OperationContext;
  readonly access: DocumentAccess | null;
}

/** The result of a write. */
export interface PerformedOperation {
  /** As for the single write. */
  readonly status: 200 | 201;
  readonly id: string;
  /** Null for a deleted document. */
  readonly revision: number | null;
}

/** Runs what the route of the single write does after its access check. */
export async function performOperation(
  writes: CollectionWrites,
  operation: ManyOperation,
  place: OperationPlace,
): Promise<PerformedOperation> {
  const { op, ifMatch } = operation;
  if (op === 'create') return written(await create(writes, operation, place), 201);
  const id = operation.id ?? '';
  if (op === 'update') return written(await update(writes, { ...operation, id }, place));
  const { context } = place;
  if (op === 'delete') {
    await writes.delete(id, { expectedRevision: ifMatch }, context);
    return { status: 200, id, revision: null };
  }
  return written(await takeStep(draftsOf(writes), { ...operation, id, op }, place));
}

function written({ id, revision }: DocumentResult, status: 200 | 201 = 200): PerformedOperation {
  return { status, id, revision };
}

function create(
  writes: CollectionWrites,
  { data, isDraft }: ManyOperation,
  { validators, context }: OperationPlace,
): Promise<DocumentResult> {
  const input: JsonObject = data ?? {};
  const validator = isDraft ? draftValidatorOf(validators.draft) : needed(validators.create);
  return writes.create(input, { validator, isDraft }, context);
}

function update(
  writes: CollectionWrites,
  { id, data: input, ifMatch, isDraft }: ManyOperation & { readonly id: string },
  { descriptor, validators, context }: OperationPlace,
): Promise<DocumentResult> {
  const { data, expected } = expectedByBody(input ?? {}, ifMatch === null ? 'any' : [ifMatch]);
  return withExpectedRevision(expected, (expectedRevision) => {
    if (isDraft) {
      const { drafts, validator } = draftWrites(writes.drafts, validators.draft);
      return drafts.save(id, data, { validator, expectedRevision }, context);
    }
    const firstPublished = descriptor.drafts ? withoutPublication(descriptor, id) : undefined;
    const options = { validator: needed(validators.update), expectedRevision, firstPublished };
    return writes.update(id, data, options, context);
  });
}

type Step = ManyOperation & { readonly id: string; readonly op: 'publish' | 'unpublish' | 'discard' };

function takeStep(
  drafts: DocumentDrafts,
  { op, id, ifMatch: expectedRevision }: Step,
  { request, service, descriptor, validators, context, access }: OperationPlace,
): Promise<DocumentResult> {
  switch (op) {
    case 'publish': {
      const also = withPublication(service, request, { descriptor, id, access });
      return drafts.publish(id, { validator: needed(validators.update), expectedRevision, also }, context);
    }
    case 'unpublish':
      return drafts.unpublish(id, { expectedRevision, also: withoutSchedule(descriptor, id) }, context);
    case 'discard':
      return drafts.discard(id, { expectedRevision, also: withoutPublication(descriptor, id) }, context);
  }
}

/** Routes are created with the validators that their operations need. */
function needed(validator: Validator | undefined): Validator {
  if (validator !== undefined) return validator;
  throw new Error('The route was generated without the check of its documents: run svc generate.');
}

function draftsOf({ drafts }: CollectionWrites): DocumentDrafts {
  if (drafts !== undefined) return drafts;
  throw new Error('A draft operation was let through although drafts are disabled.');
}
