import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Validator } from '../../../documents/operation.js';
import type { TrashRight } from '../../../documents/trash/find-trashed.js';
import type { WriteOperation } from '../../../documents/write/intent.js';
import type { UniqueKey } from '../../../documents/write/unique-key.js';
import type { JsonObject } from '../../../util/json.js';
import type { BulkTarget } from '../../api.js';

/** Operations on one document of a bulk request. */
export const operationNames = [
  'create',
  'update',
  'upsert',
  'delete',
  'publish',
  'unpublish',
  'discard',
  'restore',
] as const;

export type OperationName = (typeof operationNames)[number];

/** The collection or global that an operation writes. */
export type ManyTarget = BulkTarget;

/** What a request may create and change in a collection. `draft` is present with drafts. */
export function manyTarget(
  descriptor: CollectionDescriptor,
  create: Validator,
  update: Validator,
  draft: Validator | undefined,
): ManyTarget {
  return { descriptor, validators: { create, update, draft } };
}

/** What finds the document of an upsert. */
export interface UpsertKey {
  readonly key: UniqueKey;
  /** Fields of the key, as the data of a document. */
  readonly fields: JsonObject;
  /** Values for a new document only. */
  readonly create: JsonObject;
}

/** One write of a bulk request, checked for its form. */
export interface ManyOperation {
  readonly op: OperationName;
  readonly target: ManyTarget;
  /** As in the request; null for a create or an upsert. */
  readonly id: string | null;
  /** Data of creates, updates and upserts, and the values of a restore; null otherwise. */
  readonly data: JsonObject | null;
  /** The revision that the document must have; null: any. */
  readonly ifMatch: number | null;
  /** Whether it writes only the draft. */
  readonly isDraft: boolean;
  /** Whether a deletion is for good. */
  readonly isPermanent?: boolean;
  /** Of an upsert. */
  readonly upsert?: UpsertKey;
  /** When a publication takes place, in milliseconds since 1970; absent: at once. */
  readonly publishAt?: number;
  /** Whether the data name documents of earlier operations. */
  readonly hasReferences?: boolean;
}

/**
 * The rights that an operation needs: state transitions of a document are updates of it
 * (docs/spec/contract.md#draft-writes).
 */
export function rightsFor({
  op,
  isPermanent,
}: Pick<ManyOperation, 'op' | 'isPermanent'>): readonly (WriteOperation | TrashRight)[] {
  switch (op) {
    case 'create':
      return ['create'];
    case 'upsert':
      return ['create', 'update'];
    case 'delete':
      return isPermanent === true ? ['delete', 'purge'] : ['delete'];
    case 'restore':
      return ['delete'];
    case 'update':
    case 'publish':
    case 'unpublish':
    case 'discard':
      return ['update'];
  }
}

/** Whether an operation is about a document that may be in the trash: only its transaction knows it. */
export function reachesTrash({ op, isPermanent }: Pick<ManyOperation, 'op' | 'isPermanent'>): boolean {
  return op === 'restore' || isPermanent === true;
}

/** The name of the values of an operation in its body. */
export function dataKeyOf(op: OperationName): 'data' | 'values' | null {
  if (op === 'restore') return 'values';
  return hasData(op) ? 'data' : null;
}

/** Whether an operation has data of the document. */
export function hasData(op: OperationName): boolean {
  return op === 'create' || op === 'update' || op === 'upsert';
}
