/**
 * What the dashboard knows of a service: the response of `GET /api/admin/meta`. The generator emits it as
 * data for a user with all rights; at run time it is reduced to what the requester may see, and gets the
 * requester's rights.
 */

import type { AdminIcon } from '../config/icon-name.js';
import type { FieldWidth } from '../config/shared-field-options.js';
import type { FieldKind } from '../fields/field-descriptor.js';
import type { JsonValue } from '../util/json.js';
import type { DatePart, MetricOperation } from './aggregate-rules.js';

/** `row`: a callback or a constraint decides for each document. */
export type Permission = boolean | 'row';

/** Everything that the dashboard knows of a service, as far as the requester may see it. */
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

/** A route of the config. */
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
  /** What the project adds to the dashboard; absent without an extension. */
  readonly extension?: { readonly module: string; readonly css: string | null };
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

/** The requester, and what the dashboard knows of authentication. */
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

/** A role and its rank. */
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

/** A collection that the requester may see. */
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

/** A global that the requester may see. */
export interface AdminGlobalMeta extends AdminDocumentMeta {
  readonly kind: 'global';
  readonly label: string;
  readonly can: { readonly read: Permission; readonly update: Permission };
}

/** Name of a field type. */
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
  /** Name of a widget of the branding or of the extension. */
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
  /** Of a rich text: the name of the blocks field beside it whose blocks are inside the text. */
  readonly blocksField?: string;
}

/** A block that rows of a `blocks` field may have. */
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
