import type { CollectionAccess, GlobalAccess } from './access-config.js';
import type { AnyData, CollectionHooks, GlobalHooks } from './hook-config.js';
import type { AdminIcon } from './icon-name.js';
import type { FieldsConfig } from './layout-config.js';
import type { RoleName } from './roles.js';
import type { SearchConfig } from './search-config.js';
import type { TranslatedText } from './translated-text.js';
import type { UploadConfig } from './upload-config.js';

/** Drafts on or off, readable only by some roles, or saved while an editor types. */
export type DraftsConfig =
  | boolean
  | {
      /** The roles that read drafts. Default: every role. */
      readonly readRoles?: readonly RoleName[];
      /**
       * Whether the dashboard saves the draft while its editor types. Default `false`. Such saves make no
       * version each: docs/spec/content-tools.md#preview-and-autosave.
       */
      readonly autosave?: boolean | AutosaveConfig;
    };

/** When the dashboard saves a draft. */
export interface AutosaveConfig {
  /** Seconds after the last change, 1 to 60. Default 2. */
  readonly seconds?: number;
}

/** History of documents. `max` is the number of versions kept per document (default 100). */
export type VersionsConfig = boolean | { readonly max?: number };

/** Whether deleted documents are kept for a while. `days` is how long (default 30). */
export type TrashConfig = boolean | { readonly days?: number };

/** What the compiler knows about the fields of a collection or global. */
export interface DocumentShape {
  readonly fields: unknown;
  /** Paths of its fields, and of the fields that every document has. */
  readonly path: string;
  /** Allowed values of `defaultSort`. */
  readonly sort: string;
  /** Paths of the fields that a search may look at, those in rows and blocks included. */
  readonly searched: string;
  /** The data of a write. */
  readonly data: object;
  /** A stored document. */
  readonly document: object;
  /** A filter that its `read` callback may return. */
  readonly filter: object;
  /** What a hook of a write may return. */
  readonly returned: object;
  /** What `afterRead` may return. */
  readonly read: object;
}

/** The shape if the fields are not known. */
export interface AnyShape extends DocumentShape {
  readonly fields: FieldsConfig;
  readonly data: AnyData;
  readonly document: AnyData;
}

/** An index over several fields. */
export interface IndexConfig<Path extends string = string> {
  /** Paths of fields, in the order of the index. */
  readonly fields: readonly Path[];
  /** No two documents may have the same values. Default `false`. */
  readonly unique?: boolean;
}

/** What `admin.preview` receives. */
export interface PreviewArguments<Document = AnyData> {
  /** The document as its editor sees it: with pending changes, and without fields that they may not read. */
  readonly document: Document;
  /** The slug of the collection. */
  readonly collection: string;
  /** Whether something of the document is not published: it is a draft, or has pending changes. */
  readonly draft: boolean;
  /**
   * Opens the draft of this document for one hour, in the header `X-Svc-Preview`. It is a secret of its
   * editor, and ends with their session.
   */
  readonly token: string;
}

/** A text, or a `URL`. */
type PreviewAddress = string | { readonly href: string } | null | undefined;

/**
 * Returns the address of the page that shows a document; nothing where there is none. A method, so that a
 * parameter of a generated document type is accepted.
 */
export type PreviewCallback<Document = AnyData> = {
  bivariant(preview: PreviewArguments<Document>): PreviewAddress | Promise<PreviewAddress>;
}['bivariant'];

/** How the dashboard shows a collection. */
export interface CollectionAdmin<Path extends string = string, Document = AnyData> {
  /** Field whose value is the title of a document. Default: `id`. */
  readonly useAsTitle?: Path;
  /** Columns of the list. */
  readonly defaultColumns?: readonly Path[];
  /** Heading of its group in the navigation. */
  readonly group?: TranslatedText;
  /** Its icon in the navigation, the search and the overview. Default: by what its documents are. */
  readonly icon?: AdminIcon;
  /**
   * The page of the website that shows a document. The dashboard opens it, and shows it next to the form
   * while an editor types. Its origin must be one of the config's `admin.previewOrigins`.
   *
   * @example
   * preview: ({ document, token }) => `https://www.example.com/preview?slug=${document.slug}&token=${token}`
   */
  readonly preview?: PreviewCallback<Document>;
}

/** A type of documents. */
export interface CollectionConfig<Shape extends DocumentShape = AnyShape> {
  /** `^[a-z][a-z0-9_-]*$`. The REST path is `/api/<slug>`. */
  readonly slug: string;
  /**
   * The former slug, so that a migration keeps the documents. It may be removed once the migration exists.
   */
  readonly renamedFrom?: string;
  /** Names for people. Default: made from the slug. */
  readonly labels?: { readonly singular?: TranslatedText; readonly plural?: TranslatedText };
  /**
   * Appears in the types, the OpenAPI document and the SDK. A TSDoc comment above the collection has the same
   * effect.
   */
  readonly description?: TranslatedText;
  /** The fields of its documents. */
  readonly fields: Shape['fields'];
  /** Who may do what. Has no effect unless the config has `auth`. */
  readonly access?: CollectionAccess<Shape['data'], Shape['document'], Shape['filter']>;
  /** How the dashboard shows it. */
  readonly admin?: CollectionAdmin<Shape['path'], Shape['document']>;
  /** Default order of lists, written as in a request. Default `createdAt_desc`. */
  readonly defaultSort?: Shape['sort'];
  /** Indexes over several fields. */
  readonly indexes?: readonly IndexConfig<Shape['path']>[];
  /** The fields that `search=` looks at. Default: there is no search. */
  readonly search?: SearchConfig<Shape['searched']>;
  /** Whether documents have drafts. Default `true`. */
  readonly drafts?: DraftsConfig;
  /** Whether old versions of documents are kept. Default `false`. */
  readonly versions?: VersionsConfig;
  /**
   * Whether deleted documents go to the trash, from which they can be restored. Default `false`: they are
   * deleted for good.
   */
  readonly trash?: TrashConfig;
  /** Whether each document has a file, and which files it may have. Default `false`. */
  readonly upload?: boolean | UploadConfig;
  /** Functions that run before and after reads and writes. */
  readonly hooks?: CollectionHooks<Shape['data'], Shape['document'], Shape['returned'], Shape['read']>;
}

/** How the dashboard shows a global. */
export interface GlobalAdmin {
  /** Heading of its group in the navigation. */
  readonly group?: TranslatedText;
  /** Its icon in the navigation, the search and the overview. Default `globe`. */
  readonly icon?: AdminIcon;
}

/** A single document. */
export interface GlobalConfig<Shape extends DocumentShape = AnyShape> {
  /** `^[a-z][a-z0-9_-]*$`. The REST path is `/api/globals/<slug>`. */
  readonly slug: string;
  /** The former slug, so that a migration keeps the content. It may be removed once the migration exists. */
  readonly renamedFrom?: string;
  /** Name for people. Default: made from the slug. */
  readonly label?: TranslatedText;
  /**
   * Appears in the types, the OpenAPI document and the SDK. A TSDoc comment above the global has the same
   * effect.
   */
  readonly description?: TranslatedText;
  /** The fields of the document. */
  readonly fields: Shape['fields'];
  /** Who may do what. Has no effect unless the config has `auth`. */
  readonly access?: GlobalAccess<Shape['data'], Shape['document']>;
  /** How the dashboard shows it. */
  readonly admin?: GlobalAdmin;
  /** Whether the document has a draft. Default `true`. */
  readonly drafts?: DraftsConfig;
  /** Whether old versions of the document are kept. Default `false`. */
  readonly versions?: VersionsConfig;
  /** Functions that run before and after reads and writes. */
  readonly hooks?: GlobalHooks<Shape['data'], Shape['document'], Shape['returned'], Shape['read']>;
}
