import type { CollectionAccess, GlobalAccess } from './access-config.js';
import type { FieldConfig } from './field-config.js';
import type { AnyData, CollectionHooks, GlobalHooks } from './hook-config.js';

/** Drafts on or off, or on for some readers. */
export type DraftsConfig = boolean | { readonly readRoles?: readonly string[] };

/** History of documents; `max` is how many versions are kept of each (default 100). */
export type VersionsConfig = boolean | { readonly max?: number };

/** What the compiler knows of a collection's or global's fields. */
export interface DocumentShape {
  readonly fields: unknown;
  /** Paths of its fields, and of those that every document has. */
  readonly path: string;
  /** What `defaultSort` may be. */
  readonly sort: string;
  /** The data of a write. */
  readonly data: object;
  readonly document: object;
}

/** Nothing is known but that there are fields. */
export interface AnyShape extends DocumentShape {
  readonly fields: readonly FieldConfig[];
  readonly data: AnyData;
  readonly document: AnyData;
}

/** An index over several fields. */
export interface IndexConfig<Path extends string = string> {
  /** Paths of fields, in the order of the index. */
  readonly fields: readonly Path[];
  /** No two documents have the same values. Default `false`. */
  readonly unique?: boolean;
}

/** How the dashboard shows a collection. */
export interface CollectionAdmin<Path extends string = string> {
  /** Field whose value names a document. Default: `id`. */
  readonly useAsTitle?: Path;
  /** Columns of the list. */
  readonly defaultColumns?: readonly Path[];
  /** Heading in the navigation. */
  readonly group?: string;
}

/** A kind of documents. */
export interface CollectionConfig<Shape extends DocumentShape = AnyShape> {
  /** `^[a-z][a-z0-9_-]*$`; its REST path is `/api/<slug>`. */
  readonly slug: string;
  /** The slug it had before, so that a migration keeps its documents. It may stay or go once the migration exists. */
  readonly renamedFrom?: string;
  readonly labels?: { readonly singular?: string; readonly plural?: string };
  /** Goes into the types, the OpenAPI document and the SDK. A TSDoc comment above the collection does too. */
  readonly description?: string;
  readonly fields: Shape['fields'];
  readonly access?: CollectionAccess;
  readonly admin?: CollectionAdmin<Shape['path']>;
  /** Order of lists, written as in a request. Default `createdAt_desc`. */
  readonly defaultSort?: Shape['sort'];
  readonly indexes?: readonly IndexConfig<Shape['path']>[];
  /** Default `true`. */
  readonly drafts?: DraftsConfig;
  /** Default `false`. */
  readonly versions?: VersionsConfig;
  readonly hooks?: CollectionHooks<Shape['data'], Shape['document']>;
}

/** A single document. */
export interface GlobalConfig<Shape extends DocumentShape = AnyShape> {
  /** `^[a-z][a-z0-9_-]*$`; its REST path is `/api/globals/<slug>`. */
  readonly slug: string;
  /** The slug it had before, so that a migration keeps its content. It may stay or go once the migration exists. */
  readonly renamedFrom?: string;
  readonly label?: string;
  /** Goes into the types, the OpenAPI document and the SDK. A TSDoc comment above the global does too. */
  readonly description?: string;
  readonly fields: Shape['fields'];
  readonly access?: GlobalAccess;
  readonly admin?: { readonly group?: string };
  /** Default `true`. */
  readonly drafts?: DraftsConfig;
  /** Default `false`. */
  readonly versions?: VersionsConfig;
  readonly hooks?: GlobalHooks<Shape['data'], Shape['document']>;
}
