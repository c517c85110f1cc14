import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { CollectionWrites, Validator } from '../../../documents/operation.js';
import type { OperationContext } from '../../../documents/operation-context.js';
import type { ExpectedRevisions, WriteIntent } from '../../../documents/write/intent.js';
import type { ApiRequest, Service } from '../../api.js';
import { expectedByBody } from '../conditional-write.js';
import { draftValidatorOf } from '../draft-write.js';
import type { ManyOperation } from './many-operation.js';

/** Validators of the written data. */
export interface ManyValidators {
  readonly create?: Validator;
  readonly update?: Validator;
  /** Absent without drafts. */
  readonly draft?: Validator | undefined;
}

/** What one write of a bulk request needs. */
export interface BulkRequest {
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
  place: BulkRequest,
): Promise<PerformedOperation> {
  const { op, ifMatch } = operation;
  const { context } = place;
  if (op === 'delete') {
    const id = operation.id ?? '';
    const expected = ifMatch === null ? 'any' : [ifMatch];
    await writes.delete({ kind: 'delete', id, expected }, context);
    return { status: 200, id, revision: null };
  }
  const { id, revision } = await writes.write(intentOf({ ...operation, op }, place), context);
  return { status: op === 'create' ? 201 : 200, id, revision };
}

type Written = ManyOperation & { readonly op: Exclude<ManyOperation['op'], 'delete'> };

function intentOf(
  { op, id: named, data: input, ifMatch, isDraft }: Written,
  place: BulkRequest,
): WriteIntent {
  const { request, service, descriptor, validators, access } = place;
  const id = named ?? '';
  const byOperation: ExpectedRevisions = ifMatch === null ? 'any' : [ifMatch];
  switch (op) {
    case 'create': {
      const validator = isDraft ? draftValidatorOf(validators.draft) : needed(validators.create);
      return { kind: 'create', data: input ?? {}, validator, isDraft };
    }
    case 'update': {
      const { data, expected } = expectedByBody(input ?? {}, byOperation);
      const validator = isDraft ? draftValidatorOf(validators.draft) : needed(validators.update);
      const effects = service.effectsOf({ kind: 'update', descriptor, id, access }, request);
      return { kind: 'update', id, expected, data, validator, isDraft, effects };
    }
    case 'publish': {
      const effects = service.effectsOf({ kind: 'publish', descriptor, id, access }, request);
      const validator = needed(validators.update);
      return { kind: 'publish', id, expected: byOperation, validator, effects };
    }
    case 'unpublish':
    case 'discard': {
      const effects = service.effectsOf({ kind: op, descriptor, id, access }, request);
      return { kind: op, id, expected: byOperation, effects };
    }
  }
}

/** Routes are created with the validators that their operations need. */
function needed(validator: Validator | undefined): Validator {
  if (validator !== undefined) return validator;
  throw new Error('The route was generated without the check of its documents: run svc generate.');
}
