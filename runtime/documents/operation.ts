/**
 * What the documents offer to the HTTP layer: operations on collections and globals, independent of HTTP.
 * Implemented by `document-operations.ts`, `collection-operations.ts` and `global-operations.ts`, called by
 * `http/handlers/`.
 */
import type { DocumentAccess } from '../access/document-access.js';
import type { HiddenPlan } from '../access/hidden-plan.js';
import type {
  CollectionDescriptor,
  DocumentDescriptor,
  GlobalDescriptor,
  OnDelete,
  RelationshipField,
} from '../codegen/descriptors.js';
import type { HookRequest } from '../config/hook-request.js';
import type { AggregatePlan } from '../query/aggregate-plan.js';
import type { TrashPlan } from '../query/parse/trash-query.js';
import type { ListPlan, ReadPlan } from '../query/plan.js';
import type { ReadSource } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import type { Deadline } from '../util/deadline.js';
import type { JsonObject } from '../util/json.js';
import type { FoundResponse, IdempotentCall } from './idempotency/idempotency-table.js';
import type { Once } from './idempotency/once.js';
import type { OpenTransaction } from './local/open-transaction.js';
import type { DocumentResult, OperationContext } from './operation-context.js';
import type { AggregateResult } from './read/aggregate-result.js';
import type { UsePage, UseRange } from './relations/usage.js';
import type { SlowReads } from './slow-reads/slow-reads.js';
import type { RestoreIntent } from './trash/restore-batch.js';
import type { RestoredDocument } from './trash/restore-trashed.js';
import type { UserOperations } from './users/user-writes.js';
import type { Validator } from './validator.js';
import type {
  DeleteIntent,
  Effect,
  EffectsOfDeletion,
  ExpectedRevisions,
  RequestedWrite,
  TrashIntent,
  WriteIntent,
} from './write/intent.js';
import type { KeyedDocument, UniqueKey } from './write/unique-key.js';

export type { DocumentResult, OperationContext } from './operation-context.js';
export type { Validator } from './validator.js';
export type { HookRequest };

/** A page of documents in the envelope of a list, as JSON. */
export interface ListResult {
  /** The whole envelope. */
  readonly json: Uint8Array | string;
  /** What the database contained when the page was read, if its statement returned that. */
  readonly version?: string | null;
}

/** What a search found in one collection. */
export interface FoundDocuments {
  readonly documents: readonly { readonly json: string; readonly score: number }[];
  /** More documents were found than get a score: the newest of them have one. */
  readonly isTruncated: boolean;
}

/** A page of versions. */
export interface VersionsPage {
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
}

/** What can be read from a replica of the database as well as from the database itself. */
export interface DocumentReads {
  /** @throws ServiceError NOT_FOUND */
  read(id: string, plan: ReadPlan, context: OperationContext): Promise<DocumentResult>;
}

/** The same of a collection. */
export interface CollectionReads extends DocumentReads {
  list(plan: ListPlan, context: OperationContext): Promise<ListResult>;
  /** The documents of a page of a search in the order of their scores. */
  search(plan: ListPlan, context: OperationContext): Promise<FoundDocuments>;
  /** Groups of documents and their numbers. */
  aggregate(plan: AggregatePlan, context: OperationContext): Promise<AggregateResult>;
}

/** Operations on documents of a collection, or on the one of a global: its id is `global`. */
export interface DocumentOperations extends DocumentReads {
  readonly descriptor: DocumentDescriptor;
  /**
   * The stored document, hidden fields included, if a read of the requester would show it: for access
   * callbacks. Of a global of which they see nothing written, the document with which it starts.
   *
   * @throws ServiceError NOT_FOUND
   */
  find(id: string, context: OperationContext): Promise<JsonObject>;
  /**
   * Admits a write before its form is checked. The write itself decides again, on the document as it is then.
   *
   * @throws ServiceError FORBIDDEN, NOT_FOUND
   */
  admit(write: RequestedWrite, context: OperationContext): Promise<void>;
  /** Creates or changes a document. A global has no `create`: its first update creates it. */
  write(intent: WriteIntent, context: OperationContext): Promise<DocumentResult>;
  /** Absent where no history is kept. */
  readonly versions?: DocumentVersions;
}

/** The deleted documents of a collection (docs/spec/content-tools.md#trash). */
export interface CollectionTrash {
  list(plan: TrashPlan, context: OperationContext): Promise<ListResult>;
  /** @throws ServiceError NOT_FOUND */
  read(id: string, context: OperationContext): Promise<DocumentResult>;
  restore(intent: RestoreIntent, context: OperationContext): Promise<RestoredDocument>;
  /** Deletes a document for good that is in the trash. */
  purge(intent: TrashIntent, context: OperationContext): Promise<void>;
  /** Deletes documents for good, the oldest first, as many as one request may. */
  empty(
    options: { readonly effectsFor?: EffectsOfDeletion },
    context: OperationContext,
  ): Promise<EmptiedTrash>;
  /** Whether the document is in the trash. Does not check who may see it. */
  has(id: string): Promise<boolean>;
  /** Deletes documents for good that were deleted at a time or before it. Asks for no rights. */
  purgeOlder(
    older: OlderThan,
    context: OperationContext,
  ): Promise<{ readonly found: number; readonly purged: number }>;
}

/** What emptying a trash has done. */
export interface EmptiedTrash {
  readonly purged: number;
  /** Documents that are still in the trash. */
  readonly left: number;
}

/** Documents whose time in the trash has passed. */
export interface OlderThan {
  /** ISO 8601. */
  readonly until: string;
  /** Max documents. */
  readonly max: number;
  /** Documents at the beginning that are left out, since they could not be deleted before. */
  readonly skip: number;
  readonly effectsFor?: EffectsOfDeletion;
  /** Gets the error of documents that could not be deleted. */
  failed(error: unknown): void;
}

/** Adds what needs many documents, and deletions. */
export interface CollectionOperations extends DocumentOperations, CollectionReads {
  readonly descriptor: CollectionDescriptor;
  /**
   * Deletes a document; where the collection has a trash, it goes there. A permanent deletion is also one of
   * a document in the trash.
   */
  delete(intent: DeleteIntent, context: OperationContext): Promise<void>;
  /** Absent where deleted documents are not kept. */
  readonly trash?: CollectionTrash;
  /**
   * What a deletion would do, without the drafts that the requester may not see: those are neither listed nor
   * counted. Does not check who may read the documents that it lists.
   */
  previewDeletion(id: string, context: OperationContext): Promise<DeletionPreview>;
  /** The same for many documents, each deleted by itself. */
  previewDeletions(ids: readonly string[], context: OperationContext): Promise<ManyDeletionsPreview>;
  /** What refers to a document, as far as the requester may see it. */
  usesOf(id: string, range: UseRange, context: OperationContext): Promise<UsePage>;
  /** Absent for users, whose writes have rules of their own. */
  readonly many?: CollectionMany;
}

/**
 * The writes of a collection, as steps of one transaction. Their results have only the keys of the document.
 */
export interface CollectionWrites extends Pick<CollectionOperations, 'write' | 'delete' | 'trash'> {
  /**
   * The document with a unique key, published or draft, readable or not; null if there is none. The name of
   * the key must be locked.
   */
  findByKey(key: UniqueKey): Promise<KeyedDocument | null>;
  /** As {@link CollectionMany.matching}, of the documents as the transaction has them. */
  matching(plan: ListPlan, context: OperationContext): Promise<MatchingDocuments>;
}

/** The documents of one collection or global that many writes name. */
export interface NamedDocuments {
  readonly descriptor: DocumentDescriptor;
  readonly ids: readonly string[];
  /** Whether some of them are deleted. */
  readonly deletes: boolean;
}

/** The writes of every collection and global, as steps of one transaction. */
export interface JoinedDocuments {
  collection(descriptor: CollectionDescriptor): CollectionWrites;
  global(descriptor: GlobalDescriptor): Pick<DocumentOperations, 'write'>;
  /**
   * Whether the creation of a document waits for the database alone, so that the next one may begin before it
   * is confirmed.
   */
  isBrief(descriptor: DocumentDescriptor, access: DocumentAccess | null): boolean;
  /**
   * Begins a brief creation, and resolves when all that begins later comes after it. It is written when the
   * database has confirmed it, together with those that began meanwhile.
   */
  begin<T>(write: () => Promise<T>): Promise<BegunWrite<T>>;
}

/** A write that has its place among others. */
interface BegunWrite<T> {
  readonly written: Promise<T>;
}

/** Many documents at once. */
export interface CollectionMany {
  /** The ids of the documents that a list would show, and how many there are. No hook runs. */
  matching(plan: ListPlan, context: OperationContext): Promise<MatchingDocuments>;
}

export interface MatchingDocuments {
  /** As many as the plan asks for. */
  readonly ids: readonly string[];
  readonly total: number;
}

/** What is known of many writes before their transaction begins. */
export interface JoinedWrites {
  /** The documents that are written: all are locked before the first write. */
  readonly documents: readonly NamedDocuments[];
  /** What is locked besides and has no row: keys of upserts. */
  readonly names?: readonly string[];
  /** What the writes return; by default the system fields alone. */
  readonly returns?: 'document' | 'head';
  /** Whether everything is undone at the end; hooks that follow a commit do not run then. */
  readonly isTrial: boolean;
  /** How long to wait for hooks that follow the commit; those that take longer go on in the background. */
  readonly deadline: Deadline;
  /** The request has an `Idempotency-Key`: claimed before everything else, and kept with the response. */
  readonly once?: Once;
}

/** The result of joined writes. */
export interface JoinedResult<T> {
  readonly result: T;
  /** The response that is kept where the writes have `once`: it belongs to no one document. */
  readonly response?: string;
  /** What is done besides, in their transaction, unless all is undone. */
  readonly effects?: readonly Effect[];
}

/** Everything that a deletion would do. */
export interface DeletionPreview {
  /** Whether a reference that must not become empty restricts the deletion: then nothing is deleted. */
  readonly restricted: boolean;
  /** Every field by which something refers to the document itself. */
  readonly references: readonly {
    readonly document: DocumentDescriptor;
    readonly field: RelationshipField;
    readonly onDelete: OnDelete;
    readonly ids: readonly string[];
  }[];
  /** How many documents are deleted along with it. */
  readonly deleted: ReadonlyMap<DocumentDescriptor, number>;
  /** How many documents lose a reference. */
  readonly cleared: ReadonlyMap<DocumentDescriptor, number>;
}

/** What the deletions of many documents would do together. */
export interface ManyDeletionsPreview {
  /** Documents whose deletion is restricted by a reference that must not become empty. */
  readonly restricted: readonly string[];
  /** How many other documents are deleted along with them; each counts once. */
  readonly deleted: ReadonlyMap<DocumentDescriptor, number>;
  /** How many documents lose a reference; each counts once. */
  readonly cleared: ReadonlyMap<DocumentDescriptor, number>;
}

/**
 * The drafts of a collection or global that the requester may read, the newest change first. Does not check
 * whether they see drafts.
 *
 * @throws ServiceError FORBIDDEN when nothing may be read.
 */
export type ListOpenDrafts = (
  document: DocumentDescriptor,
  look: {
    readonly limit: number;
    /** The fields that the requester may not read. */
    readonly hidden: HiddenPlan | null;
    readonly context: OperationContext;
  },
) => Promise<readonly OpenDraft[]>;

export interface OpenDraft {
  readonly id: string;
  /** Fields that differ from the published document, as far as the requester may read them. */
  readonly fields: readonly string[];
}

/** The history of documents, for requesters who may update them. */
export interface DocumentVersions {
  /** Newest first, in the envelope of a list. */
  list(id: string, page: VersionsPage, context: OperationContext): Promise<ListResult>;
  /** `{ id, createdAt, createdBy, createdByName?, status, document }` as JSON. */
  read(id: string, versionId: string, context: OperationContext): Promise<string>;
  /** The newest of these versions that the requester may see, as `read` returns it; null if there is none. */
  newestOf(id: string, versionIds: readonly string[], context: OperationContext): Promise<string | null>;
  /**
   * Makes the version a draft, or writes it if drafts are switched off. Fields that no longer exist, or whose
   * values do not pass `validator`, are left out.
   */
  restore(id: string, restoration: Restoration, context: OperationContext): Promise<DocumentResult>;
}

/** A version that is restored. */
export interface Restoration {
  readonly versionId: string;
  readonly validator: Validator;
  readonly expected: ExpectedRevisions;
}

/** The reads of every collection and global by slug. */
export interface ReadOperations {
  readonly collections: ReadonlyMap<string, CollectionReads>;
  readonly globals: ReadonlyMap<string, DocumentReads>;
}

/** Every collection and global by slug. */
export interface Operations extends ReadOperations {
  /** The clock for the times in documents. */
  readonly clock: Clock;
  /** Notes slow reads; null where none are kept. */
  readonly slowReads: SlowReads | null;
  readonly collections: ReadonlyMap<string, CollectionOperations>;
  readonly globals: ReadonlyMap<string, DocumentOperations>;
  readonly listOpenDrafts: ListOpenDrafts;
  /**
   * Runs writes of several collections and globals in one transaction, in which each is undone alone when it
   * fails. All are undone when `work` throws. On PostgreSQL `work` may run again, if another request has
   * written meanwhile.
   */
  together<T>(writes: JoinedWrites, work: (joined: JoinedDocuments) => Promise<JoinedResult<T>>): Promise<T>;
  /** The kept response to a creation with an `Idempotency-Key`; null if there is none. */
  findResponse(call: IdempotentCall): Promise<FoundResponse | null>;
  /** Writes of the built-in users; absent without `auth` in the config. */
  readonly users?: UserOperations;
  /** The same operations for a call of `local`. */
  forCall(call: CallOfLocal): Operations;
}

/** How a call of `local` differs from a request. */
export interface CallOfLocal {
  /** The transaction that its writes are steps of, and whose state its reads see; null for none. */
  readonly transaction: OpenTransaction | null;
  /** Whether writes outside of a transaction are undone: those in a dry run. */
  readonly isTrial: boolean;
  /** Whether hooks run. */
  readonly hooks: boolean;
  /** Whether the call needs no rights. */
  readonly isSystem: boolean;
}

/** Operations on a database that may have replicas. */
export interface DatabaseOperations extends Operations {
  /** The same reads from a replica. */
  readingFrom(replica: ReadSource): ReadOperations;
}
