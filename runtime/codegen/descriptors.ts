/**
 * The input of the runtime from generated code: plain constants, derived from the config by
 * {@link describeConfig}, printed into `generated/descriptors.ts` and read by the query engine, the documents
 * and the HTTP layer. Everything here survives `JSON.stringify` unchanged.
 */
import type { JsonValue } from '../util/json.js';

export interface ContractDescriptor {
  /** SHA-256 (first 32 hex digits) over everything below but `limits`; sent as `X-Svc-Contract`. */
  readonly hash: string;
  readonly name: string;
  readonly limits: LimitsDescriptor;
  readonly collections: readonly CollectionDescriptor[];
  readonly globals: readonly GlobalDescriptor[];
  /** Absent without `auth` in the config: then everything is open, and no descriptor below has `access`. */
  readonly auth?: AuthDescriptor;
}

export interface AuthDescriptor {
  /** Rank of every role, built-in and the config's own, highest first. */
  readonly roles: Readonly<Record<string, number>>;
  readonly magicLink: boolean;
  readonly invites: boolean;
  /** Responses of login and refresh contain tokens. */
  readonly tokenInBody: boolean;
}

/**
 * Who has a right: every requester, users with one of these roles, or requesters that a callback of the
 * config admits.
 */
export type AccessDescriptor = 'anyone' | 'callback' | readonly string[];

export interface CollectionAccessDescriptor {
  readonly read: AccessDescriptor;
  readonly create: AccessDescriptor;
  readonly update: AccessDescriptor;
  readonly delete: AccessDescriptor;
}

export interface GlobalAccessDescriptor {
  readonly read: AccessDescriptor;
  readonly update: AccessDescriptor;
}

/** Roles that may see and change a field; absent: every requester who may see or change the document. */
export interface FieldAccessDescriptor {
  readonly read?: readonly string[];
  readonly update?: readonly string[];
}

export interface LimitsDescriptor {
  /** Max `limit` of a list. Default 1000. */
  readonly maxLimit: number;
  /** Max `depth` of a read. Default 10. */
  readonly maxDepth: number;
  /** Max request body in bytes. Default 1 MiB. */
  readonly bodyBytes: number;
}

export interface CollectionDescriptor {
  readonly kind: 'collection';
  readonly slug: string;
  /** Table name; unique in the database, at most 63 bytes. */
  readonly table: string;
  /** Whether documents have drafts, and with them `_status`. */
  readonly drafts: boolean;
  /** As in a request: `createdAt_desc`. */
  readonly defaultSort: string;
  readonly fields: readonly FieldDescriptor[];
  /**
   * Every index but the primary key: those of the config, and those of unique fields, relations and
   * sorts.
   */
  readonly indexes: readonly IndexDescriptor[];
  /** Present with `auth`. */
  readonly access?: CollectionAccessDescriptor;
  /** Present with `auth` where `drafts.readRoles` limits who may see drafts. */
  readonly draftReaders?: readonly string[];
  /** Present where a history is kept. */
  readonly versions?: VersionsDescriptor;
  /**
   * The built-in users, with the fields and access rules that the config adds. Its handlers and rules are its
   * own.
   */
  readonly builtIn?: 'users';
}

export interface GlobalDescriptor {
  readonly kind: 'global';
  readonly slug: string;
  readonly table: string;
  readonly drafts: boolean;
  readonly fields: readonly FieldDescriptor[];
  /** Present with `auth`. */
  readonly access?: GlobalAccessDescriptor;
  /** Present with `auth` where `drafts.readRoles` limits who may see drafts. */
  readonly draftReaders?: readonly string[];
  /** Present where a history is kept. */
  readonly versions?: VersionsDescriptor;
}

export interface VersionsDescriptor {
  /** How many versions of each document are kept. Default 100. */
  readonly max: number;
}

export type DocumentDescriptor = CollectionDescriptor | GlobalDescriptor;

export interface IndexDescriptor {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: true;
  /** Dotted field paths, for the message of a unique violation. */
  readonly paths: readonly string[];
}

interface FieldBase {
  readonly name: string;
  /** Dotted from the document's root, group and row fields included: `seo.title`, `items.label`. */
  readonly path: string;
  readonly required?: true;
  /** The config has a `validate` callback for this field. */
  readonly validate?: true;
  /** A constant default. */
  readonly default?: JsonValue;
  /** The config has a default function for this field. */
  readonly defaultCallback?: true;
  /** Present with `auth` where the config restricts the field. */
  readonly access?: FieldAccessDescriptor;
}

/** Where a field's value is kept. Fields inside `array` and `blocks` rows have none: their row is JSON. */
interface Stored {
  readonly column?: string;
}

export interface TextField extends FieldBase, Stored {
  readonly type: 'text' | 'textarea' | 'email' | 'url';
  /** With `hasMany` the value is a list, kept as JSON. Only `text` has it. */
  readonly hasMany?: true;
  readonly unique?: true;
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: PatternDescriptor;
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface PatternDescriptor {
  readonly source: string;
  /** Flags of the RegExp without `g` and `y`; `u` unless the pattern does not compile with it. */
  readonly flags: string;
}

export interface SlugField extends FieldBase, Stored {
  readonly type: 'slug';
  readonly unique: true;
  /** Path of the field it is filled from once. */
  readonly from?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: PatternDescriptor;
}

export interface NumberField extends FieldBase, Stored {
  readonly type: 'number';
  readonly hasMany?: true;
  readonly unique?: true;
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface BooleanField extends FieldBase, Stored {
  readonly type: 'boolean';
}

export interface DateField extends FieldBase, Stored {
  readonly type: 'date';
  readonly unique?: true;
  /** A timestamp (ISO 8601 UTC with milliseconds) instead of a plain `YYYY-MM-DD`. */
  readonly time?: true;
}

export interface SelectField extends FieldBase, Stored {
  readonly type: 'select';
  readonly hasMany?: true;
  readonly unique?: true;
  readonly options: readonly string[];
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface JsonField extends FieldBase, Stored {
  readonly type: 'json' | 'richText';
}

export interface PointField extends FieldBase {
  readonly type: 'point';
  /** Longitude and latitude. Absent inside rows. */
  readonly columns?: readonly [longitude: string, latitude: string];
}

export type OnDelete = 'restrict' | 'set null' | 'cascade';

export interface RelationshipField extends FieldBase, Stored {
  readonly type: 'relationship';
  /** Target slugs. */
  readonly to: readonly string[];
  /** Several targets are possible: the value is `{ collection, id }` (also for a list of one slug). */
  readonly polymorphic?: true;
  readonly hasMany?: true;
  readonly unique?: true;
  readonly onDelete: OnDelete;
  /** Of a polymorphic single relation: the column that holds the target's slug (`column` holds the id). */
  readonly collectionColumn?: string;
  /**
   * Of a `hasMany` relation outside rows: its join table (`parent`, `position`, `target`, and `collection` if
   * polymorphic).
   */
  readonly table?: string;
  readonly minRows?: number;
  readonly maxRows?: number;
}

/** Read-only reverse relation; never stored. */
export interface JoinField extends FieldBase {
  readonly type: 'join';
  readonly collection: string;
  /** Path of the relationship field in that collection. */
  readonly on: string;
  readonly limit: number;
  /** As in a request; the collection's `defaultSort` unless given. */
  readonly sort: string;
  /** As in a request's `where`. */
  readonly where?: JsonValue;
}

export interface GroupField extends FieldBase {
  readonly type: 'group';
  readonly fields: readonly FieldDescriptor[];
}

export interface ArrayField extends FieldBase, Stored {
  readonly type: 'array';
  readonly fields: readonly FieldDescriptor[];
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface BlocksField extends FieldBase, Stored {
  readonly type: 'blocks';
  readonly blocks: readonly BlockDescriptor[];
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface BlockDescriptor {
  readonly slug: string;
  readonly fields: readonly FieldDescriptor[];
}

export type FieldDescriptor =
  | TextField
  | SlugField
  | NumberField
  | BooleanField
  | DateField
  | SelectField
  | JsonField
  | PointField
  | RelationshipField
  | JoinField
  | GroupField
  | ArrayField
  | BlocksField;

export type FieldType = FieldDescriptor['type'];
