/**
 * What a request wants to do with one document: a value, which `write-document.ts` takes from step to step.
 */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import type { Once } from '../idempotency/once.js';
import type { Validator } from '../validator.js';

/** The right that a write needs. */
export type WriteOperation = 'create' | 'update' | 'delete';

/** A write before its form is checked: access is decided first (docs/spec/contract.md#order-of-refusals). */
export interface RequestedWrite {
  readonly operation: WriteOperation;
  /** As the request names it: perhaps no id at all. Null for a new document. */
  readonly id: string | null;
  /**
   * Reads the data, once: only where the decision needs them. Null for a write without data of the document:
   * callbacks get the stored document as `data`.
   */
  readonly data: (() => Promise<unknown>) | null;
  readonly isDraft: boolean;
  /** The request names a revision elsewhere than in its data. */
  readonly expectsRevision: boolean;
  /**
   * Whether fields that the requester may not change are refused at once, so that this comes before other
   * refusals. The transaction refuses them in any case.
   */
  readonly refusesFields: boolean;
  /** An earlier write of the same request changes the document: only the transaction can decide. */
  readonly isLater?: boolean;
}

/** The revisions that a client expects, by `If-Match` or the body's `_revision`: any, or one of these. */
export type ExpectedRevisions = 'any' | readonly number[];

/** A document before and after a write; null where there is none. */
export interface WrittenDocument {
  readonly before: StoredDocument | null;
  /** Null where nothing was written. */
  readonly document: StoredDocument | null;
}

/** What a write does besides: another change in its transaction. */
export interface Effect {
  /**
   * `always`: before the document is stored, and also if nothing is written; `first-published`: the same if
   * the write publishes a document that was only a draft; `written`: after the document is stored.
   */
  readonly when: 'always' | 'written' | 'first-published';
  run(connection: Connection, written: WrittenDocument): Promise<void>;
}

/**
 * Values of fields that only the service sets: neither the body nor a hook can set a field of these names.
 */
export interface OwnValues {
  readonly names: ReadonlySet<string>;
  readonly values: JsonObject;
}

/** Decides on a write in place of the rules of access. It throws to refuse. */
export type Decision = (connection: Connection, document: StoredDocument) => Promise<void>;

interface Written {
  readonly effects?: readonly Effect[];
  /** The request has an `Idempotency-Key`: it is done once, however often it is sent. */
  readonly once?: Once;
}

interface Addressed {
  readonly id: string;
  readonly expected: ExpectedRevisions;
  /** Default: the rules of access, with the rights of the requester. */
  readonly decide?: Decision;
}

export interface CreateIntent extends Written {
  readonly kind: 'create';
  readonly data: JsonObject;
  readonly validator: Validator;
  /** Only the merged view shows the document, and nothing is required. */
  readonly isDraft: boolean;
  readonly own?: OwnValues;
}

export interface UpdateIntent extends Written, Addressed {
  readonly kind: 'update';
  readonly data: JsonObject;
  readonly validator: Validator;
  /** The draft is written, or created; nothing is published. */
  readonly isDraft: boolean;
  readonly own?: OwnValues;
  /** The data are those of a version. */
  readonly isRestored?: boolean;
  /** Nothing is written where the document has these values already. */
  readonly keepsSame?: boolean;
  /** A draft is saved while its editor types: it makes no version each time. */
  readonly isAutosave?: boolean;
}

/** Publishes the pending draft. Without a draft nothing is written. */
export interface PublishIntent extends Written, Addressed {
  readonly kind: 'publish';
  /** That of an update. */
  readonly validator: Validator;
}

/**
 * `unpublish` turns the published document into a draft; `discard` resets the document to what is published.
 * `plan` writes nothing, and has the conditions of a publication: for scheduling, which writes elsewhere.
 */
export interface TransitionIntent extends Written, Addressed {
  readonly kind: 'unpublish' | 'discard' | 'plan';
}

/** A change of a document that exists. Each needs the right to update it. */
export type ChangeIntent = UpdateIntent | PublishIntent | TransitionIntent;

/** A write that leaves a document. */
export type WriteIntent = CreateIntent | ChangeIntent;

/** A deletion, with all that follows from it. */
export interface DeleteIntent extends Addressed {
  readonly kind: 'delete';
  /** As of other writes; the kept response has no document. */
  readonly once?: Once;
  /** Whether the document is deleted for good where its collection has a trash, or is in the trash. */
  readonly isPermanent?: boolean;
  /** What the deletion of a document does besides: of the addressed one, and of those deleted along. */
  readonly effectsFor?: EffectsOfDeletion;
}

/** How documents end: in the trash, for good where there is a trash, or for good where there is none. */
export type EndOfDocument = 'trash' | 'purge' | 'delete';

/** The effects of the end of a document, or of its return. */
export type EffectsOfDeletion = (
  document: { readonly descriptor: CollectionDescriptor; readonly id: string },
  end: EndOfDocument,
) => readonly Effect[];

/** A look at a document in the trash, or its end or return. It needs the right to delete. */
export interface TrashIntent extends Omit<Addressed, 'expected' | 'decide'> {
  readonly expected: ExpectedRevisions;
  readonly effectsFor?: EffectsOfDeletion;
  /** As of other writes. */
  readonly once?: Once;
}

/** A look at the history of a document, which needs the right to change it. */
export interface LookIntent extends Addressed {
  readonly kind: 'look';
}

/** Concerns a document that exists. */
export type AddressedIntent = ChangeIntent | DeleteIntent | LookIntent;

/**
 * What a requester must see of a document for a write (docs/spec/contract.md#draft-writes: publishing,
 * unpublishing or scheduling a document that they may not see is a 404). `draft`: drafts, whether or not
 * there is one, so that the refusal reveals none. `document`: the document, which may be published.
 * `nothing`: drafts may be written by requesters who do not see them.
 */
export type NeededVisibility = 'draft' | 'document' | 'nothing';

/** What of a document is written, and what its requester must see of it. */
export interface ConcernedViews {
  /** Whether the published document is written, or only the draft. */
  readonly isPublic: boolean;
  readonly needs: NeededVisibility;
}

/** Returns what of a document an intent concerns. */
export function viewsOf(intent: AddressedIntent): ConcernedViews {
  switch (intent.kind) {
    case 'update':
      if (intent.isRestored === true) return { isPublic: false, needs: 'document' };
      return intent.isDraft ? { isPublic: false, needs: 'nothing' } : { isPublic: true, needs: 'document' };
    case 'publish':
      return { isPublic: true, needs: 'draft' };
    case 'plan':
      return { isPublic: false, needs: 'draft' };
    case 'look':
      return { isPublic: false, needs: 'document' };
    case 'unpublish':
    case 'discard':
    case 'delete':
      return { isPublic: true, needs: 'document' };
  }
}

/** Returns the data that a client has sent; null for an intent without data. */
export function dataOf(intent: AddressedIntent): JsonObject | null {
  return intent.kind === 'update' ? intent.data : null;
}

/** A body without any field writes nothing. */
export function isEmptyUpdate(intent: WriteIntent): intent is UpdateIntent {
  return intent.kind === 'update' && Object.keys(intent.data).length === 0;
}

/** Whether a requester who may see drafts gets the merged document, instead of what is published. */
export function returnsDraft(intent: WriteIntent): boolean {
  return intent.kind === 'create' || intent.kind === 'update' ? intent.isDraft : intent.kind !== 'publish';
}
