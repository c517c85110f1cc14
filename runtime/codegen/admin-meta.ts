/**
 * What the dashboard knows of a service: the response of `GET /api/admin/meta`. The generator emits it as
 * data for a user with all rights; at run time it is reduced to what the requester may see, and gets the
 * requester's rights.
 */

import type { AdminIcon } from '../config/icon-name.js';
import type { FieldWidth } from '../config/layout-config.js';
import type { FieldKind } from '../fields/field-descriptor.js';
import type { JsonValue } from '../util/json.js';
import type { DatePart, MetricOperation } from './aggregate-rules.js';
import type { OverviewNotes } from './capabilities.js';

/** `row`: a callback or a constraint decides for each document. */
export type Permission = boolean | 'row';

export interface AdminMeta {
  /** Name of the service. */
  readonly name: string;
  readonly branding: AdminBranding;
  /** Null without `auth` in the config: then there is no login and everything is open. */
  readonly auth: AdminAuthMeta | null;
  readonly collections: readonly AdminCollectionMeta[];
  readonly globals: readonly AdminGlobalMeta[];
  /** The routes of the config, for the scopes of API keys; absent without any. */
  readonly routes?: readonly AdminRouteMeta[];
  /** The widgets of the first page; absent without any. */
  readonly overview?: readonly AdminWidgetMeta[];
}

/** Numbers of a collection, as `aggregate` returns them. */
export interface AdminWidgetMeta {
  /** Slug of the collection. */
  readonly collection: string;
  /** Absent: made from the collection and the field. */
  readonly title?: string;
  readonly groupBy: { readonly field: string; readonly by?: DatePart; readonly offset?: string };
  /** The first one orders the groups. */
  readonly metrics: readonly {
    readonly operation: 'count' | MetricOperation;
    /** Path of a field; absent: documents are counted. */
    readonly field?: string;
  }[];
  readonly limit: number;
  readonly translations?: AdminTranslations;
}

export interface AdminRouteMeta {
  readonly id: string;
  readonly label: string;
  /** Whether the requester may call it; `row`: a callback decides. */
  readonly can: Permission;
}

/** How the dashboard looks. Addresses are of the same origin. */
export interface AdminBranding {
  readonly name: string;
  readonly logo: string | null;
  /** For dark backgrounds; null: the same logo. */
  readonly logoDark: string | null;
  /** A CSS colour. */
  readonly accentColor: string | null;
  /** A style sheet that is loaded after the dashboard's own. */
  readonly css: string | null;
  /** Modules that draw a field, by the name that a field's `admin.widget` gives. */
  readonly widgets: Readonly<Record<string, string>>;
  /** The module with the functions of the config that run in the browser, by id; absent without any. */
  readonly functions?: string;
}

/** Texts in other languages, by language and the name of the property that has the text for everybody. */
export type AdminTranslations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What arranges the fields of a list in a form. It contains those whose `part` is its id. */
export interface AdminLayoutPart {
  readonly id: number;
  readonly type: 'row' | 'tabs' | 'tab' | 'collapsible';
  /** Id of the part around it; absent: it is in the list itself. */
  readonly in?: number;
  readonly label?: string;
  readonly description?: string;
  /** Of a collapsible: its fields are not shown at first. */
  readonly closed?: true;
  /** Id of the function that says whether it is shown. */
  readonly condition?: string;
  readonly translations?: AdminTranslations;
}

/** What a list of rows calls them. */
export interface AdminRowLabel {
  /** Name of the field that is the heading of a row. */
  readonly rowLabel?: string;
  /** Id of the function that returns it. */
  readonly rowLabelFunction?: string;
}

export interface AdminAuthMeta {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly role: string;
    readonly emailVerified: boolean;
  };
  /** Every role, from the highest rank down. */
  readonly roles: readonly AdminRole[];
  /** The stored or configured settings; null for those who may not see them. */
  readonly settings: {
    readonly enableRegistration: boolean;
    readonly defaultRegistrationRole: string;
  } | null;
  readonly magicLink: boolean;
  readonly invites: boolean;
  /**
   * Fields of the requester's own account, which every user may read and change (`/api/users/:id`), also if
   * `users` is not among the collections.
   */
  readonly profile: readonly AdminFieldMeta[];
  /** What the requester may do beyond documents. */
  readonly can: {
    readonly manageUsers: boolean;
    readonly changeRoles: boolean;
    readonly invite: boolean;
    readonly manageApiKeys: boolean;
    readonly readAuditLog: boolean;
    readonly readSettings: boolean;
    readonly changeSettings: boolean;
  };
}

export interface AdminRole {
  readonly name: string;
  readonly rank: number;
}

interface AdminDocumentMeta {
  readonly slug: string;
  readonly description?: string;
  /** Heading in the navigation under which it is listed. */
  readonly group?: string;
  /** Absent: by what its documents are. */
  readonly icon?: AdminIcon;
  readonly drafts: boolean;
  readonly versions: boolean;
  /** Whether the requester sees what is pending. */
  readonly readDrafts: boolean;
  /** Seconds after which a draft is saved while its editor types; absent: it is not. */
  readonly autosave?: number;
  /** Only fields that the requester may read. */
  readonly fields: readonly AdminFieldMeta[];
  /** What arranges its fields; absent without any. */
  readonly layout?: readonly AdminLayoutPart[];
  readonly translations?: AdminTranslations;
}

export interface AdminCollectionMeta extends AdminDocumentMeta {
  readonly kind: 'collection';
  readonly labels: { readonly singular: string; readonly plural: string };
  /** Path of the field that names a document; `id` where there is none. */
  readonly useAsTitle: string;
  readonly defaultColumns: readonly string[];
  /** As in a request: `createdAt_desc`. */
  readonly defaultSort: string;
  /** Present where each document has a file. */
  readonly upload?: AdminUploadMeta;
  /** Present where the documents are folders: the slug of the collection whose files are in them. */
  readonly foldersOf?: string;
  /** Present where `POST /api/admin/preview/{slug}/{id}` returns the address of a page. */
  readonly preview?: true;
  /** Present where deleted documents are moved to the trash, and stay there for so many days. */
  readonly trash?: { readonly days: number };
  /** Present where lists take `search`: the fields that it looks at; of rows, their list. */
  readonly search?: readonly string[];
  readonly can: {
    readonly read: Permission;
    readonly create: Permission;
    readonly update: Permission;
    readonly delete: Permission;
    /** Deleting for good; present with `trash`. */
    readonly purge?: Permission;
  };
}

/** The files of a collection. */
export interface AdminUploadMeta {
  /** Every media type that is taken. */
  readonly mimeTypes: readonly string[];
  /** Max size of a file. */
  readonly maxBytes: number;
  /** Sizes that are cut around the focal point; absent without any. */
  readonly covers?: readonly { readonly name: string; readonly width: number; readonly height: number }[];
  /** Images are published only with a text that describes them. */
  readonly needsAlt?: true;
  /** Slug of the collection of their folders. */
  readonly folders?: string;
}

export interface AdminGlobalMeta extends AdminDocumentMeta {
  readonly kind: 'global';
  readonly label: string;
  readonly can: { readonly read: Permission; readonly update: Permission };
}

export type AdminFieldType = FieldKind;

/** One field; which of the optional properties it has follows from its type and options, as in the config. */
export interface AdminFieldMeta extends AdminRowLabel {
  readonly name: string;
  /** Dotted from the document's root, group and row fields included. */
  readonly path: string;
  readonly type: AdminFieldType;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Not shown in forms and lists. */
  readonly hidden?: true;
  /** Shown, never written by the dashboard. */
  readonly readOnly?: true;
  /** Name of a widget of the branding. */
  readonly widget?: string;
  /** Id of the part of the layout that contains it. */
  readonly part?: number;
  readonly width?: FieldWidth;
  /** Shown beside the form. */
  readonly position?: 'sidebar';
  /** Id of the function that says whether it is shown. */
  readonly condition?: string;
  readonly translations?: AdminTranslations;
  readonly required?: true;
  readonly unique?: true;
  readonly hasMany?: true;
  /** Operators of `where` that fit; empty where it cannot be filtered. */
  readonly operators: readonly string[];
  readonly sortable: boolean;
  /** A constant default. */
  readonly default?: JsonValue;
  /** Whether the requester may name the field in a write. */
  readonly canUpdate: boolean;

  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: { readonly source: string; readonly flags: string };
  readonly minRows?: number;
  readonly maxRows?: number;
  /** Of a date: a timestamp. */
  readonly time?: true;
  /** Of a slug: the path it is filled from. */
  readonly from?: string;
  /** Of a select. */
  readonly options?: readonly {
    readonly label: string;
    readonly value: string;
    readonly translations?: AdminTranslations;
  }[];
  /** Of a relationship or upload: target slugs. With `polymorphic` a value is `{ collection, id }`. */
  readonly to?: readonly string[];
  readonly polymorphic?: true;
  /** Of an upload: every media type that may be chosen; absent: all that the collections take. */
  readonly mimeTypes?: readonly string[];
  /** Of a join: whose field points here. */
  readonly collection?: string;
  readonly on?: string;
  /** Of groups and arrays. */
  readonly fields?: readonly AdminFieldMeta[];
  /** What arranges them; absent without any. */
  readonly layout?: readonly AdminLayoutPart[];
  readonly blocks?: readonly AdminBlockMeta[];
}

export interface AdminBlockMeta extends AdminRowLabel {
  readonly slug: string;
  readonly label: string;
  readonly description?: string;
  /** Absent: by its fields. */
  readonly icon?: AdminIcon;
  readonly fields: readonly AdminFieldMeta[];
  readonly layout?: readonly AdminLayoutPart[];
  readonly translations?: AdminTranslations;
}

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

export interface AdminDocumentName {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  /** `global` for a global. */
  readonly id: string;
  /** Value of the field that names it; null where it has none, or the requester may not read it. */
  readonly title: string | null;
}

/**
 * What the start page shows: the response of `GET /api/admin/overview`. It contains only what the requester
 * may read.
 */
export interface AdminOverview extends OverviewLists {
  readonly collections: readonly {
    readonly slug: string;
    readonly total: number;
    /** Documents that are not published; absent if the requester may not see drafts. */
    readonly drafts?: number;
  }[];
  /** Pending drafts, the newest change first, at most 20. */
  readonly drafts: readonly AdminDraft[];
  /** The newest changes, at most 10. */
  readonly recent: readonly AdminRecent[];
  /** What the requester has changed, the newest change first, at most 10; empty without a history of it. */
  readonly mine: readonly AdminRecent[];
}

/** Documents that capabilities list, at most 20 in each list. */
export type OverviewLists = {
  readonly [Name in keyof OverviewNotes]: readonly (AdminDocumentName & OverviewNotes[Name])[];
};

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

/** `GET /api/admin/scheduled`: what happens to documents by itself, the earliest first. */
export type AdminScheduled = OverviewLists;

/** The same before they are named for a requester. */
export type ListedDocuments = {
  readonly [Name in keyof OverviewNotes]?: readonly (Omit<AdminDocumentName, 'title'> &
    OverviewNotes[Name])[];
};

export interface AdminChange extends AdminDocumentName {
  /** Absent where drafts are switched off. */
  readonly status?: 'draft' | 'published';
  readonly updatedAt: string;
}

/** With whether each capability lists the document, as far as the requester sees drafts. */
export interface AdminRecent extends AdminChange, Readonly<Record<keyof OverviewNotes, boolean>> {
  /** Published, with changes that are not public yet, as far as the requester sees drafts. */
  readonly pending: boolean;
}

export interface AdminDraft extends AdminChange {
  /** Whether the requester has saved its last version; null if there is no history. */
  readonly mine: boolean | null;
  /** Whether the requester may publish it. */
  readonly canPublish: boolean;
}
