export type {
  AggregateGroup,
  AggregateQuery,
  AggregateResult,
  GroupBy,
  Metric,
  MetricFilter,
  Metrics,
} from './aggregate.js';
export { connect } from './client.js';
export type {
  CollectionMethods,
  CountQuery,
  FindQuery,
  GlobalMethods,
  HighlightedPiece,
  Highlights,
  IterateQuery,
  KeyMethods,
  ListQuery,
  Read,
  ReadQuery,
  WriteData,
  Written,
} from './collection.js';
export type { Depth, Less } from './depth.js';
export type { CollectionDocument, GlobalDocument } from './documents.js';
export type {
  DocumentSchedule,
  DocumentVersion,
  DraftMethods,
  GlobalDraftMethods,
  GlobalVersionMethods,
  PreviewToken,
  PublishData,
  VersionMethods,
  VersionsQuery,
} from './draft-methods.js';
export type { DraftAt, Drafted } from './drafts.js';
export type {
  CreateError,
  DeleteError,
  ErrorCode,
  ErrorDetail,
  FindByIdError,
  FindError,
  GetGlobalError,
  ManyError,
  PublishError,
  SvcErrorConstructor,
  SvcErrorFields,
  UpdateError,
  UpdateGlobalError,
  VersionsError,
} from './errors.js';
export { isSvcError, SvcError } from './errors.js';
export type {
  AnyFilter,
  ChoiceFilter,
  DateFilter,
  DocumentFilters,
  DraftFilters,
  GeoBox,
  GeoCircle,
  GeoPolygon,
  GeoPosition,
  ListFilter,
  NumberFilter,
  PointFilter,
  PresenceFilter,
  ReferenceInput,
  TextFilter,
  TimestampFilter,
} from './filters.js';
export type { CursorPage, ListPage } from './list.js';
export type {
  BulkOperation,
  BulkOptions,
  BulkResult,
  BulkResultRow,
  CreateManyOptions,
  DeleteManyOptions,
  DuplicateOptions,
  ManyMethods,
  ManyOptions,
  ManyQuery,
  UpdateManyOptions,
  UpsertKey,
  UpsertOptions,
} from './many.js';
export type { ClientContract } from './methods.js';
export type {
  CallOptions,
  ChangeOptions,
  ClientOptions,
  CreateOnceOptions,
  CreateOptions,
  LocalOptions,
  LocalRequester,
  WriteOptions,
} from './options.js';
export type { Fetch, FetchRequest, FetchResponse, FetchSignal, HeadersInput } from './platform.js';
export type { SafeResult } from './safe.js';
export type { SearchHit, SearchMethods, SearchQuery, SearchResult } from './search.js';
export type { Selected, SelectPath } from './select.js';
export type {
  AnyShape,
  CollectionShape,
  DocumentAt,
  DocumentShape,
  EitherShape,
  KeyedShape,
} from './shape.js';
export type {
  ChangeOperationOptions,
  CreatedDocument,
  CreatedId,
  OperationOptions,
  ServiceMethods,
  Transaction,
  TransactionCollection,
  TransactionGlobal,
} from './transaction.js';
export type {
  AtDepth,
  Changes,
  DocumentReference,
  DraftData,
  Increment,
  JoinedDocuments,
  Json,
  JsonInput,
  ListChange,
  OperatorOn,
  PopulatedReference,
  RichTextBlockNode,
} from './values.js';
export type { NewSavedView, SavedView, SavedViewQuery, ViewMethods } from './views.js';
export type { Where } from './where.js';
