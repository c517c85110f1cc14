/**
 * The input of the runtime from generated code: plain constants, derived from the config by
 * {@link describeConfig}, printed into `generated/descriptors.ts` and read by the query engine, the documents
 * and the HTTP layer. Everything here survives `JSON.stringify` unchanged.
 */
import type { ImageFormat } from '../config/upload-config.js';
import type { FieldDescriptor } from '../fields/field-descriptor.js';
import type { SearchDescriptor } from './searched-fields.js';

export type { FieldAccessDescriptor, JsonField, PatternDescriptor, TextField } from '../fields/field-base.js';
export type {
  ArrayField,
  BlockDescriptor,
  BlocksField,
  FieldDescriptor,
  FieldKind as FieldType,
  GroupField,
  JoinField,
  OnDelete,
  RelationshipField,
} from '../fields/field-descriptor.js';
export type { DateField } from '../fields/types/date.js';
export type { NumberField } from '../fields/types/number.js';
export type { PointField } from '../fields/types/point.js';
export type { SelectField } from '../fields/types/select.js';
export type { SlugField } from '../fields/types/slug.js';

export interface ContractDescriptor {
  /** SHA-256 (first 32 hex digits) over everything below but `limits`; sent as `X-Svc-Contract`. */
  readonly hash: string;
  readonly name: string;
  readonly limits: LimitsDescriptor;
  readonly collections: readonly CollectionDescriptor[];
  readonly globals: readonly GlobalDescriptor[];
  /** Absent where the config has no routes of its own. */
  readonly routes?: readonly RouteDescriptor[];
  /** Absent without `auth` in the config: then everything is open, and no descriptor below has `access`. */
  readonly auth?: AuthDescriptor;
}

/** A route of the config. */
export interface RouteDescriptor {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/stats/:year` */
  readonly path: string;
  /** A mark of its schemas, so that the contract differs if one of them does; absent without any. */
  readonly schemas?: string;
  /** Present with `auth`. */
  readonly access?: AccessDescriptor;
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
  /** Present with `trash`. */
  readonly purge?: AccessDescriptor;
}

export interface GlobalAccessDescriptor {
  readonly read: AccessDescriptor;
  readonly update: AccessDescriptor;
}

export interface LimitsDescriptor {
  /** Max `limit` of a list. Default 1000. */
  readonly maxLimit: number;
  /** Max `depth` of a read. Default 10. */
  readonly maxDepth: number;
  /** Max request body in bytes. Default 1 MiB. */
  readonly bodyBytes: number;
  /** Max operations of a request of many. Absent: the default. */
  readonly bulkOperations?: number;
  /** Max bytes of such a request. Absent: the default. */
  readonly bulkBytes?: number;
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
  /** Present where documents can be searched. */
  readonly search?: SearchDescriptor;
  /** Present where deleted documents go to the trash. */
  readonly trash?: TrashDescriptor;
  /** Present where each document has a file. */
  readonly upload?: UploadDescriptor;
  /** Present where the documents are folders: the slug of the collection whose files are in them. */
  readonly foldersOf?: string;
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

/** The trash of a collection. */
export interface TrashDescriptor {
  /** After how many days its documents are deleted for good. Default 30. */
  readonly days: number;
  /** Path of the field that is the title of a document; absent where documents have none. */
  readonly title?: string;
}

/** The files of a collection. */
export interface UploadDescriptor {
  /** Media types that are taken; `video/*` means all of a kind. */
  readonly mimeTypes: readonly string[];
  /** Max size of a file. */
  readonly maxBytes: number;
  /** For how many seconds caches may keep a public file. */
  readonly cacheSeconds: number;
  /** Name of the place that keeps the files; absent for that of the service. */
  readonly storage?: string;
  /** Max size of all files of the collection together. */
  readonly quotaBytes?: number;
  /** Hosts that files are fetched from; absent where none are. */
  readonly fromUrl?: readonly string[];
  /** Present with `auth`: there is a secret, so addresses of files can be signed. */
  readonly signs?: true;
  /** Roles that may read files as they were sent; present with `auth` where not every reader may. */
  readonly originalReaders?: readonly string[];
  /** Present where images are taken that the service decodes. */
  readonly images?: ImagesDescriptor;
  /** Slug of the collection of their folders; absent where files have none. */
  readonly folders?: string;
}

/** The images of a collection. */
export interface ImagesDescriptor {
  /** Max number of pixels of all frames together. */
  readonly maxPixels: number;
  readonly maxFrames: number;
  /** Images are stored as they were sent. */
  readonly keepMetadata?: true;
  /** Published images need a text that describes them. */
  readonly needsAlt?: true;
  readonly sizes: readonly SizeDescriptor[];
  /** Present where requests may ask for other sizes. */
  readonly transforms?: TransformsDescriptor;
}

/** The values that a request may combine to a size. */
export interface TransformsDescriptor {
  readonly widths: readonly number[];
  readonly heights: readonly number[];
  /** The first one is the default. */
  readonly formats: readonly ImageFormat[];
  /** The first one is the default. */
  readonly qualities: readonly number[];
}

/** A size of an image, with its defaults. */
export interface SizeDescriptor {
  readonly name: string;
  /** Pixels; at least one side is given. */
  readonly width?: number;
  readonly height?: number;
  readonly fit: 'cover' | 'inside';
  readonly format: ImageFormat;
  /** 1 to 100; PNG has none. */
  readonly quality: number;
}

export type DocumentDescriptor = CollectionDescriptor | GlobalDescriptor;

export interface IndexDescriptor {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: true;
  /** Dotted field paths, for the message of a unique violation. */
  readonly paths: readonly string[];
}
