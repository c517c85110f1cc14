/**
 * What the documents offer to the HTTP layer: operations on collections and globals, free of HTTP.
 * Implemented by `collections/` and `globals/`, called by `http/handlers/`.
 */
import type { DocumentAccess } from '../access/document-access.js';
import type {
  CollectionDescriptor,
  DocumentDescriptor,
  GlobalDescriptor,
  OnDelete,
  RelationshipField,
} from '../codegen/descriptors.js';
import type { HookRequest } from '../config/hook-request.js';
import type { ListPlan, ReadPlan } from '../query/plan.js';
import type { Connection, ReadSource, Recipient } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import type { JsonObject } from '../util/json.js';
import type { UserOperations } from './user-operations.js';

export type { HookRequest };

/** Who asks, and with which request. Made by the HTTP layer, one for each request. */
export interface OperationContext {
  readonly requestId: string;
  /** The Express request for hooks and callbacks; made on first use, since most requests need none. */
  readonly req: HookRequest;
  /** The rights of whoever asks. Null where the service has no authentication, and everything is open. */
  readonly access: DocumentAccess | null;
  /** Who waits for the answer; absent where whoever asks does not leave. */
  readonly recipient?: Recipient;
}

/** A document as it goes out: JSON, as bytes or text, made by the database where that is the fast way. */
export interface DocumentResult {
  readonly id: string;
  readonly revision: number;
  /** The published view shows the same revision without the draft's fields: an equal revision does not mean an equal answer. */
  readonly isSharedRevision?: boolean;
  readonly json: Uint8Array | string;
}

export interface ListResult {
  /** The whole envelope. */
  readonly json: Uint8Array | string;
}

export interface WriteConditions {
  /** Revision of `If-Match` or of the body's `_revision`: the write is refused with CONFLICT when it is not the newest. */
  readonly expectedRevision: number | null;
  /** Work that belongs into the transaction of the write, also where there is nothing to write. */
  readonly also?: ((connection: Connection) => Promise<void>) | undefined;
}

/** A page of versions. */
export interface VersionsPage {
  /** From 1 on. */
  readonly page: number;
  readonly limit: number;
}

/** A change with the validator of its body. */
export interface WriteOptions extends WriteConditions {
  readonly validator: Validator;
  /** Work that belongs into the transaction of a change that publishes a draft which never was. */
  readonly firstPublished?: ((connection: Connection) => Promise<void>) | undefined;
}

/**
 * Checks a body: the emitted zod schema. Answers faults instead of throwing.
 * Type-only structural subset of `z.ZodType`, so that this room does not import zod.
 */
export interface Validator {
  safeParse(input: unknown):
    | { readonly success: true; readonly data: unknown }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly ValidatorIssue[] };
      };
}

export interface ValidatorIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Of `unrecognized_keys`. */
  readonly keys?: readonly string[];
}

/** What can be read from a replica of the database as well as from the database itself. */
export interface CollectionReads {
  list(plan: ListPlan, context: OperationContext): Promise<ListResult>;
  /** @throws ServiceError NOT_FOUND */
  read(id: string, plan: ReadPlan, context: OperationContext): Promise<DocumentResult>;
}

export interface CollectionOperations extends CollectionReads {
  readonly descriptor: CollectionDescriptor;
  /** The stored document, hidden fields included, if whoever asks may read it: for access callbacks. */
  find(id: string, context: OperationContext): Promise<JsonObject>;
  create(data: JsonObject, validator: Validator, context: OperationContext): Promise<DocumentResult>;
  update(
    id: string,
    data: JsonObject,
    options: WriteOptions,
    context: OperationContext,
  ): Promise<DocumentResult>;
  delete(id: string, conditions: WriteConditions, context: OperationContext): Promise<void>;
  /**
   * What a deletion would do, without the drafts that whoever asks may not see: those are neither named nor counted. Says nothing of who may
   * read the documents that it names.
   */
  previewDeletion(id: string, context: OperationContext): Promise<DeletionPreview>;
  /** Absent where drafts are switched off. */
  readonly drafts?: CollectionDrafts;
  /** Absent where no history is kept. */
  readonly versions?: CollectionVersions;
}

/** Everything that a deletion would do. */
export interface DeletionPreview {
  /** Something refers to the document that must not be left empty: then nothing is deleted. */
  readonly restricted: boolean;
  /** Every field by which something refers to the document itself. */
  readonly references: readonly {
    readonly document: DocumentDescriptor;
    readonly field: RelationshipField;
    readonly onDelete: OnDelete;
    readonly ids: readonly string[];
  }[];
  /** How many go along. */
  readonly deleted: ReadonlyMap<DocumentDescriptor, number>;
  /** How many lose a reference. */
  readonly cleared: ReadonlyMap<DocumentDescriptor, number>;
}

/** What is under way in the service as a whole. Says nothing of who may read it. */
export interface WorkUnderWay {
  /** Documents with a row of their own in the merged view, the newest change first; `fields`: those that differ from what is published. */
  drafts(
    document: DocumentDescriptor,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly fields: readonly string[] }[]>;
  /** What is to happen by itself, the next first. */
  scheduled(limit: number): Promise<readonly ScheduledWork[]>;
}

export interface ScheduledWork {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  readonly id: string;
  readonly action: 'publish' | 'unpublish';
  /** Milliseconds. */
  readonly due: number;
  readonly error: string | null;
}

/**
 * Drafts of a collection's documents. Each change of one needs the right to update the document, and answers the merged document to
 * whoever may see drafts.
 */
export interface CollectionDrafts {
  /** A document that only the merged view shows. */
  create(data: JsonObject, validator: Validator, context: OperationContext): Promise<DocumentResult>;
  /** Changes the draft, or makes one. */
  save(
    id: string,
    data: JsonObject,
    options: WriteOptions,
    context: OperationContext,
  ): Promise<DocumentResult>;
  /** The draft becomes what is published. `validator` is that of a PATCH. Without a draft nothing is written. */
  publish(id: string, options: WriteOptions, context: OperationContext): Promise<DocumentResult>;
  /** What was published becomes a draft. Nothing is written where nothing is published. */
  unpublish(id: string, conditions: WriteConditions, context: OperationContext): Promise<DocumentResult>;
  /** Answers the document as it is, under the conditions of a write: for what is done beside it. */
  plan(id: string, conditions: WriteConditions, context: OperationContext): Promise<DocumentResult>;
  /** @throws ServiceError CONFLICT for a document that was never published. */
  discard(id: string, conditions: WriteConditions, context: OperationContext): Promise<DocumentResult>;
}

/** The history of a collection's documents, for whoever may update them. */
export interface CollectionVersions {
  /** Newest first, in the envelope of a list. */
  list(id: string, page: VersionsPage, context: OperationContext): Promise<ListResult>;
  /** `{ id, createdAt, createdBy, status, document }` as JSON. */
  read(id: string, versionId: string, context: OperationContext): Promise<string>;
  /**
   * Makes the version a draft, or writes it where drafts are switched off. What it holds of fields that are gone, or that do not pass
   * `validator`, is left out.
   */
  restore(
    id: string,
    versionId: string,
    options: WriteOptions,
    context: OperationContext,
  ): Promise<DocumentResult>;
}

/** As {@link CollectionReads}. */
export interface GlobalReads {
  read(plan: ReadPlan, context: OperationContext): Promise<DocumentResult>;
}

export interface GlobalOperations extends GlobalReads {
  readonly descriptor: GlobalDescriptor;
  /** As {@link CollectionOperations.find}; before the first write, what stands for the document then. */
  find(context: OperationContext): Promise<JsonObject>;
  update(data: JsonObject, options: WriteOptions, context: OperationContext): Promise<DocumentResult>;
  /** Absent where drafts are switched off. */
  readonly drafts?: GlobalDrafts;
  /** Absent where no history is kept. */
  readonly versions?: GlobalVersions;
}

/** As {@link CollectionDrafts}. */
export interface GlobalDrafts {
  save(data: JsonObject, options: WriteOptions, context: OperationContext): Promise<DocumentResult>;
  publish(options: WriteOptions, context: OperationContext): Promise<DocumentResult>;
  unpublish(conditions: WriteConditions, context: OperationContext): Promise<DocumentResult>;
  plan(conditions: WriteConditions, context: OperationContext): Promise<DocumentResult>;
  discard(conditions: WriteConditions, context: OperationContext): Promise<DocumentResult>;
}

/** As {@link CollectionVersions}. */
export interface GlobalVersions {
  list(page: VersionsPage, context: OperationContext): Promise<ListResult>;
  read(versionId: string, context: OperationContext): Promise<string>;
  restore(versionId: string, options: WriteOptions, context: OperationContext): Promise<DocumentResult>;
}

/** The reads of every collection and global by slug. */
export interface ReadOperations {
  readonly collections: ReadonlyMap<string, CollectionReads>;
  readonly globals: ReadonlyMap<string, GlobalReads>;
}

/** Every collection and global by slug. */
export interface Operations extends ReadOperations {
  /** What documents take their times from. */
  readonly clock: Clock;
  readonly collections: ReadonlyMap<string, CollectionOperations>;
  readonly globals: ReadonlyMap<string, GlobalOperations>;
  readonly underWay: WorkUnderWay;
  /** Writes of the built-in users; absent without `auth` in the config. */
  readonly users?: UserOperations;
}

/** Operations on a database that may have replicas. */
export interface DatabaseOperations extends Operations {
  /** The same reads from a replica. */
  readingFrom(replica: ReadSource): ReadOperations;
}
