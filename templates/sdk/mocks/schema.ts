/** What the emitted code says about the collections and globals of a service. */

/** Data of a document, by the names of its fields. */
export interface Data {
  [name: string]: unknown;
}

/** A list of documents that refer to the document. */
export interface JoinSchema {
  /** The name of the collection in the client. */
  readonly from: string;
  /** Path of the relation in that collection. */
  readonly on: string;
  readonly limit: number;
}

/** A collection or global. */
export interface DocumentSchema {
  /** The path after `/api/`: `posts`, `globals/site-settings`. */
  readonly path: string;
  readonly hasDrafts?: boolean;
  /** Whether each document has a file. */
  readonly hasFiles?: boolean;
  readonly hasVersions?: boolean;
  /** Present where deleted documents go to the trash. */
  readonly trash?: {
    /** The path of the field by which the trash can be searched. */
    readonly title?: string;
  };
  /** What a document has whose fields are not given: defaults, null, and empty lists. */
  readonly blank: Data;
  /** Values of the fields that have to be given. */
  readonly example: Data;
  /** Paths of the fields that have to be given. */
  readonly required: readonly string[];
  /** Paths of unique fields. */
  readonly unique?: readonly string[];
  /** The order of lists. Default: the newest first. */
  readonly sort?: string;
  /** The fields that `search` looks at, with their weights. */
  readonly search?: { readonly [path: string]: number };
  /** Names of the collections that a relation leads to, by its path. */
  readonly relations?: { readonly [path: string]: readonly string[] };
  readonly joins?: { readonly [path: string]: JoinSchema };
  /** The blank row of each list of rows, by its path; of blocks with the type after it. */
  readonly rows?: { readonly [path: string]: Data };
}

/** By the names in the client: `posts`, `globals/siteSettings`. */
export interface MockSchema {
  readonly [name: string]: DocumentSchema;
}

/** Slugs by the names of the client, for references to several collections. */
export function nameOfSlug(schema: MockSchema, slug: string): string | undefined {
  return Object.keys(schema).find((name) => schema[name]?.path === slug);
}
