/** Reads that may use a replica of the database, if there is one. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type {
  DocumentResult,
  FoundDocuments,
  ListResult,
  ReadOperations,
} from '../../documents/operation.js';
import type { AggregateResult } from '../../documents/read/aggregate-result.js';
import type { AggregatePlan } from '../../query/aggregate-plan.js';
import type { ListPlan, ReadPlan } from '../../query/plan.js';
import type { ApiRequest, Service } from '../api.js';
import { newestRevisionIn } from '../transport/entity-tags.js';
import { collectionIn, documentsIn } from './addressed-document.js';

/** Returns a page of documents. */
export function readPage(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  plan: ListPlan,
): Promise<ListResult> {
  const { replicas, operations } = service;
  const from = (reads: ReadOperations): Promise<ListResult> =>
    collectionIn(reads, descriptor).list(plan, request.context);
  return replicas === null ? from(operations) : replicas.read(request, { from, isCurrent: () => true });
}

/** Searches several collections, in their order. */
export function readFound(
  request: ApiRequest,
  service: Service,
  plans: readonly ListPlan[],
): Promise<readonly FoundDocuments[]> {
  const { replicas, operations } = service;
  const from = async (reads: ReadOperations): Promise<readonly FoundDocuments[]> => {
    const found: FoundDocuments[] = [];
    for (const plan of plans)
      found.push(await collectionIn(reads, plan.collection).search(plan, request.context));
    return found;
  };
  return replicas === null ? from(operations) : replicas.read(request, { from, isCurrent: () => true });
}

/** Returns groups of documents and their numbers. */
export function readGroups(
  request: ApiRequest,
  service: Service,
  plan: AggregatePlan,
): Promise<AggregateResult> {
  const { replicas, operations } = service;
  const from = (reads: ReadOperations): Promise<AggregateResult> =>
    collectionIn(reads, plan.collection).aggregate(plan, request.context);
  return replicas === null ? from(operations) : replicas.read(request, { from, isCurrent: () => true });
}

/** Returns one document. */
export function readOne(
  request: ApiRequest,
  service: Service,
  plan: ReadPlan,
  id: string,
): Promise<DocumentResult> {
  const { replicas, operations } = service;
  const from = (reads: ReadOperations): Promise<DocumentResult> =>
    documentsIn(reads, plan.document).read(id, plan, request.context);
  if (replicas === null) return from(operations);
  // A client that has seen a revision, here or on another instance, must not get an older one.
  const seen = newestRevisionIn(request.header('if-none-match'));
  return replicas.read(request, { from, isCurrent: ({ revision }) => revision >= seen });
}
