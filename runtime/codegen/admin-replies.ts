/** Responses of the other routes of the dashboard. */
import type { Permission } from './admin-meta.js';
import type { AdminDocumentName } from './admin-overview.js';

/**
 * What the requester may do with one document: the response of `GET /api/admin/access/{slug}/{id}` and
 * `.../access/globals/{slug}`.
 */
export interface AdminDocumentAccess {
  /** Also to publish, schedule, unpublish, discard and restore. */
  readonly update: boolean;
  /** False for a global. */
  readonly delete: boolean;
  /** By path, of every field that the requester may read: whether a write may name it. */
  readonly fields: Readonly<Record<string, boolean>>;
}

/**
 * What deleting a document would do: the response of `GET /api/admin/references/{slug}/{id}`, for requesters
 * who may delete it. Documents, drafts and fields that the requester may not read are left out, here and in
 * all numbers.
 */
export interface AdminReferences {
  /** False: a reference that the requester may read restricts the deletion. */
  readonly deletable: boolean;
  readonly references: readonly AdminReference[];
  /** Documents that would be deleted along with it, by collection. */
  readonly deleted: readonly { readonly slug: string; readonly total: number }[];
  /** Documents that would lose a reference. */
  readonly cleared: readonly {
    readonly kind: 'collection' | 'global';
    readonly slug: string;
    readonly total: number;
  }[];
}

/** `POST /api/admin/references/{slug}` `{ ids }`: what deleting many documents would do, each by itself. */
export interface AdminDeletions {
  /**
   * Those that cannot be deleted: a reference restricts it, the requester may not, or there is no such
   * document.
   */
  readonly refused: readonly string[];
  /** Other documents that would be deleted along with them, by collection; each counts once. */
  readonly deleted: AdminReferences['deleted'];
  /** Documents that would lose a reference; each counts once. */
  readonly cleared: AdminReferences['cleared'];
}

/** A field by which documents refer to one. */
export interface AdminReference {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  /** Path of the field. */
  readonly field: string;
  readonly onDelete: 'restrict' | 'set null' | 'cascade';
  /** The documents that refer to it. */
  readonly total: number;
  /** The first ten. */
  readonly documents: readonly AdminDocumentName[];
}

/** `POST /api/admin/presence/{slug}/{id}`: who else has a document open, and whether it was changed. */
export interface AdminPresence {
  readonly revision: number;
  readonly updatedAt: string | null;
  /** Who has made the newest version, if the client shows another revision and the history says it. */
  readonly changedBy: { readonly id: string; readonly name: string | null } | null;
  /** At most 20, the first one first; empty for requesters who do not see drafts. */
  readonly others: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly since: string;
    /** Whether something is not saved there. */
    readonly isEditing: boolean;
  }[];
}

/** `GET /api/admin/versions/{slug}/{id}`: what users say of versions. */
export interface AdminVersionNotes {
  readonly labels: readonly { readonly version: string; readonly label: string }[];
  /** The oldest first. */
  readonly comments: readonly {
    readonly id: string;
    readonly version: string;
    readonly text: string;
    /** Id of a user, or `key:` and the id of an API key. */
    readonly author: string | null;
    readonly authorName: string | null;
    readonly createdAt: string;
  }[];
}

/** `POST /api/admin/test-mail` */
export interface AdminTestMail {
  readonly to: string;
  readonly isSent: boolean;
  /** False: no mail server is set, and mails are written to files. */
  readonly isReal: boolean;
  /** What the mail server said; null if it took the mail. */
  readonly failure: string | null;
}

/** `POST /api/admin/users/{id}/reset-link` */
export interface AdminResetLink {
  /** Null where it was mailed. */
  readonly link: string | null;
  readonly expiresAt: string;
}

/** `GET /api/admin/rights`: what each role may do, the highest rank first, requests without a user last. */
export interface AdminRights {
  readonly roles: readonly {
    /** Null: requests without a user. */
    readonly name: string | null;
    readonly rank: number;
    readonly collections: readonly AdminRightsOfDocument[];
    readonly globals: readonly AdminRightsOfDocument[];
  }[];
}

/** What one role may do with the documents of a collection, or with a global. */
export interface AdminRightsOfDocument {
  readonly slug: string;
  /** Null: it may not read them, and so nothing else. A global is neither created nor deleted. */
  readonly can: {
    readonly read: Permission;
    readonly create: Permission;
    readonly update: Permission;
    readonly delete: Permission;
    /** Only of collections with a trash. */
    readonly purge?: Permission;
  } | null;
  readonly readDrafts: boolean;
  /** Paths of fields that it may not read. In blocks the slug of the block is a part: `layout.quote.text`. */
  readonly hidden: readonly string[];
  /** Paths of fields that it reads but may not change. */
  readonly readOnly: readonly string[];
}
