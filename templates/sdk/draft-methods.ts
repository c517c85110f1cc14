import type { Outcome } from './collection.js';
import type { DraftAt } from './drafts.js';
import type { FindByIdError, PublishError, VersionsError } from './errors.js';
import type { ListPage } from './list.js';
import type { CallOptions, ChangeOptions, InProcess, Mode } from './options.js';
import type { CollectionShape, DocumentAt, DocumentShape } from './shape.js';

/** When to publish and unpublish: ISO 8601 timestamps. */
export interface PublishData {
  /** Publishes at this time instead of now. */
  readonly publishAt?: string | null | undefined;
  /** Unpublishes at this time; null cancels a scheduled time. */
  readonly unpublishAt?: string | null | undefined;
}

/** The scheduled changes of a document. */
export interface DocumentSchedule {
  /** ISO 8601, UTC: when its draft is published; null for never. */
  publishAt: string | null;
  /** ISO 8601, UTC: when it is unpublished; null for never. */
  unpublishAt: string | null;
  /** Why a step that was due could not be done; it waits for another time. */
  error: string | null;
}

/** Opens the draft of one document: for the header `X-Svc-Preview`, or `preview` of a server client. */
export interface PreviewToken {
  /** A secret of the user who made it. */
  token: string;
  /** ISO 8601, UTC: one hour after it was made. It ends earlier with the session of its user. */
  expiresAt: string;
}

/** An earlier state of a document. */
export interface DocumentVersion<Document> {
  id: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Id of the user who saved it, or `key:` and the id of an API key; null if unknown. */
  createdBy: string | null;
  /** The current name of that user; absent for an API key, and if there is no such user. */
  createdByName?: string;
  /** Whether it was published or saved as a draft. */
  status: 'draft' | 'published';
  document: Document;
}

/** Which versions `versions` returns. */
export interface VersionsQuery {
  /** Number of versions per page. Default 10. */
  readonly limit?: number | undefined;
  /** Number of the page, from 1. */
  readonly page?: number | undefined;
}

type Whole<S extends DocumentShape> = DocumentAt<S, 0>;
type Draft<S extends DocumentShape> = DraftAt<S, 0>;
/** What was saved; only the document itself knows what is pending now. */
type Snapshot<S extends DocumentShape> = Omit<Draft<S>, '_pending'>;
/** A document that is scheduled for publication is a draft until then. */
type Published<S extends DocumentShape, P extends PublishData> = 'publishAt' extends keyof P
  ? P['publishAt'] extends null | undefined
    ? Whole<S>
    : Draft<S>
  : Whole<S>;

/** What collections with drafts have in addition to their other methods. */
export interface DraftMethods<S extends CollectionShape, Safe extends Mode = false> {
  /**
   * Publishes the pending draft, now or at a given time. Fails with `BAD_USER_INPUT` where a required field
   * is empty.
   *
   * @example
   * await client.posts.publish(id, { publishAt: '2026-05-01T08:00:00Z', unpublishAt: '2026-06-01T08:00:00Z' });
   */
  publish<const P extends PublishData = object>(
    id: string,
    data?: P,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Published<S, P>, PublishError>>;
  /** Unpublishes a document: it is a draft again. */
  unpublish(
    id: string,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Draft<S>, PublishError>>;
  /** Discards the pending draft; the document is then as published. Fails with `CONFLICT` if it never was. */
  discardDraft(
    id: string,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Whole<S>, PublishError>>;
  /** The scheduled changes of a document. `publish` sets them. */
  schedule(
    id: string,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, DocumentSchedule, PublishError>>;
  /** Cancels all scheduled changes of a document. */
  cancelSchedule(
    id: string,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, DocumentSchedule, PublishError>>;
  /** Makes a token with which a website shows the draft of this document. For users with a session. */
  previewToken(
    id: string,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, PreviewToken, FindByIdError>>;
}

/** What collections with versions have in addition to their other methods. */
export interface VersionMethods<S extends CollectionShape, Safe extends Mode = false> {
  /** The versions of a document, the newest first, one page at a time. */
  versions(
    id: string,
    query?: VersionsQuery,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, ListPage<DocumentVersion<Snapshot<S>>>, VersionsError>>;
  /** Restores a version: as a draft or, in a collection without drafts, at once. */
  restore(
    id: string,
    versionId: string,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Draft<S>, PublishError>>;
}

/** What globals with drafts have in addition to their other methods. */
export interface GlobalDraftMethods<S extends DocumentShape, Safe extends Mode = false> {
  /**
   * Publishes the pending draft, now or at a given time. Fails with `BAD_USER_INPUT` where a required field
   * is empty.
   */
  publish<const P extends PublishData = object>(
    data?: P,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Published<S, P>, PublishError>>;
  /** Unpublishes the document: it is a draft again. */
  unpublish(options?: ChangeOptions & InProcess<Safe>): Promise<Outcome<Safe, Draft<S>, PublishError>>;
  /** Discards the pending draft; the document is then as published. Fails with `CONFLICT` if it never was. */
  discardDraft(options?: ChangeOptions & InProcess<Safe>): Promise<Outcome<Safe, Whole<S>, PublishError>>;
  /** The scheduled changes of the document. `publish` sets them. */
  schedule(options?: CallOptions & InProcess<Safe>): Promise<Outcome<Safe, DocumentSchedule, PublishError>>;
  /** Cancels all scheduled changes of the document. */
  cancelSchedule(
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, DocumentSchedule, PublishError>>;
  /** Makes a token with which a website shows the draft. For users with a session. */
  previewToken(options?: CallOptions & InProcess<Safe>): Promise<Outcome<Safe, PreviewToken, FindByIdError>>;
}

/** What globals with versions have in addition to their other methods. */
export interface GlobalVersionMethods<S extends DocumentShape, Safe extends Mode = false> {
  /** The versions of the document, the newest first, one page at a time. */
  versions(
    query?: VersionsQuery,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, ListPage<DocumentVersion<Snapshot<S>>>, VersionsError>>;
  /** Restores a version: as a draft or, in a global without drafts, at once. */
  restore(
    versionId: string,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Draft<S>, PublishError>>;
}
