export type { QueryCache } from './mutations.js';
export { mutationsOf } from './mutations.js';
export type { AnyClient } from './queries.js';
export { queriesOf } from './queries.js';
export type { DocumentRelations, RelationGraph, Relations, SvcQueryKey } from './relations.js';
export type {
  AuthMutations,
  AuthQueries,
  BulkMutationOptions,
  CollectionMutations,
  CollectionQueries,
  DraftMutations,
  GlobalDraftMutations,
  GlobalMutations,
  GlobalQueries,
  InfiniteListQuery,
  KeyPerCall,
  KeyQueries,
  OfMatching,
  SvcInfiniteQuery,
  SvcMutation,
  SvcQuery,
  SvcQueryFilter,
  VersionMutations,
  VersionQueries,
} from './types.js';
