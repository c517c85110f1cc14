import type { JsonObject } from '../../../util/json.js';

/** Operations on one document of a bulk request. */
export const operationNames = ['create', 'update', 'delete', 'publish', 'unpublish', 'discard'] as const;

export type OperationName = (typeof operationNames)[number];

/** One write of a bulk request, checked for its form. */
export interface ManyOperation {
  readonly op: OperationName;
  /** As in the request; null for a create. */
  readonly id: string | null;
  /** Data of creates and updates; null otherwise. */
  readonly data: JsonObject | null;
  /** The revision that the document must have; null: any. */
  readonly ifMatch: number | null;
  /** Whether a create or update writes only the draft. */
  readonly isDraft: boolean;
}

/**
 * The right that an operation needs: state transitions of a document are updates of it
 * (docs/spec/contract.md#draft-writes).
 */
export function rightFor(op: OperationName): 'create' | 'update' | 'delete' {
  return op === 'create' || op === 'delete' ? op : 'update';
}

/** Whether an operation has data of the document. */
export function hasData(op: OperationName): boolean {
  return op === 'create' || op === 'update';
}
