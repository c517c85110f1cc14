/** What one request writes. */
import type { Once } from '../../../documents/idempotency/once.js';
import type { ListPlan } from '../../../query/plan.js';
import type { ApiRequest, Service } from '../../api.js';
import type { ManyRequest } from './admit-many.js';
import type { ManyOperation } from './many-operation.js';

/** Writes of one request. */
export interface ManyWrites {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly rights: Pick<ManyRequest, 'afresh'>;
  readonly operations: readonly ManyOperation[];
  /** Whether all are done, or none. */
  readonly atomic: boolean;
  /** Whether all are done and then undone. */
  readonly dryRun: boolean;
  /** What the results hold of a document; by default its id and revision. */
  readonly returns?: 'document' | 'head';
  /**
   * The filter that the documents meet, and must still meet when they are written; null if they were given by
   * id.
   */
  readonly plan: ListPlan | null;
  /** Of an atomic request with an `Idempotency-Key`. */
  readonly once?: Once | null;
  /** Path of an issue when all writes are refused. */
  pathOf(index: number, path: string): string;
}
