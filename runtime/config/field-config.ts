import type { PlainFieldTypes } from '../fields/types/index.js';
import type { JsonValue } from '../util/json.js';
import type { AnyData } from './hook-config.js';
import type { AdminIcon } from './icon-name.js';
import type { FieldsConfig } from './layout-config.js';
import type {
  BaseFieldConfig,
  ComputableFieldConfig,
  FieldAdmin,
  Indexed,
  Many,
  RowLabelCallback,
  Rows,
  Single,
  ValueFieldConfig,
} from './shared-field-options.js';
import type { TranslatedText } from './translated-text.js';

export type * from '../fields/types/index.js';
export type {
  BaseFieldConfig,
  ConditionCallback,
  FieldAdmin,
  FieldWidth,
  RowLabelCallback,
  ValueFieldConfig,
} from './shared-field-options.js';

/** A reference to a document of one of several collections. */
export interface Reference<Slug extends string = string> {
  readonly collection: Slug;
  readonly id: string;
}

/** What the deletion of a document does to documents that refer to it. */
export type OnDelete = 'restrict' | 'set null' | 'cascade';

interface RelationOptions {
  /** What the deletion of the target does. Default `set null`, or `restrict` if the field is required. */
  readonly onDelete?: OnDelete;
}

/** A field with one reference. */
interface OneRelation<To, Value> extends ComputableFieldConfig<Value>, Indexed, Single, RelationOptions {
  /** Slug of the target collection. With a list of slugs the value is `{ collection, id }`. */
  readonly to: To;
}

/** A field with a list of references. */
interface ManyRelations<To, Value>
  extends ComputableFieldConfig<readonly Value[]>,
    Many,
    Rows,
    RelationOptions {
  /** Slug of the target collection. With a list of slugs the entries are `{ collection, id }`. */
  readonly to: To;
}

/** The id of a document; with several target collections, `{ collection, id }`. */
export interface RelationshipFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends OneRelation<To, Value> {
  readonly type: 'relationship';
}

/** Ids of documents; with several target collections, a list of `{ collection, id }`. */
export interface RelationshipListFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends ManyRelations<To, Value> {
  readonly type: 'relationship';
}

interface FileOptions {
  /** Media types of the files that may be chosen: `video/*`. Default: all that the collections take. */
  readonly mimeTypes?: readonly string[];
}

/** The id of a document with a file; with several target collections, `{ collection, id }`. */
export interface UploadFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends OneRelation<To, Value>,
    FileOptions {
  readonly type: 'upload';
}

/** Ids of documents with files; with several target collections, a list of `{ collection, id }`. */
export interface UploadListFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends ManyRelations<To, Value>,
    FileOptions {
  readonly type: 'upload';
}

/** A filter, written as in a request's `where`. */
export type JsonFilter = { readonly [path: string]: JsonValue };

/**
 * The documents of a collection whose relation points to this document. Read-only, returned at `depth` 1 and
 * more.
 */
export interface JoinFieldConfig<
  Slug extends string = string,
  On extends string = string,
  Sort extends string = string,
> extends BaseFieldConfig {
  readonly type: 'join';
  /** Slug of that collection. */
  readonly collection: Slug;
  /** Path of the relationship field in that collection. */
  readonly on: On;
  /** Max number of documents. Default 10. */
  readonly limit?: number;
  /** Order, written as in a request: `createdAt_desc`. Default: that collection's `defaultSort`. */
  readonly sort?: Sort;
  /** Only documents that match this filter, written as in a request. */
  readonly where?: JsonFilter;
}

/** Fields under one name. */
export interface GroupFieldConfig<Fields = FieldsConfig> extends BaseFieldConfig {
  readonly type: 'group';
  readonly fields: Fields;
}

/** A list of rows that all have the same fields. */
/** How the dashboard shows a list of rows. */
export interface RowsAdmin extends FieldAdmin {
  /** What a row is called: the name of a field in it, or a function. Default: its first text. */
  readonly rowLabel?: string | RowLabelCallback;
}

/** How the dashboard shows a type of block. */
export interface BlockAdmin {
  /** Its icon where blocks are chosen. Default: by its fields. */
  readonly icon?: AdminIcon;
  /** What a block is called: the name of a field in it, or a function. Default: its first text. */
  readonly rowLabel?: string | RowLabelCallback;
}

export interface ArrayFieldConfig<Fields = FieldsConfig, Row = AnyData>
  extends ValueFieldConfig<readonly Row[]>,
    Rows {
  readonly type: 'array';
  readonly fields: Fields;
  readonly admin?: RowsAdmin;
}

/** A type of row in a `blocks` field. */
export interface BlockConfig<Fields = FieldsConfig> {
  /** Value of `blockType`: letters, digits, `-` and `_`, starting with a letter. */
  readonly slug: string;
  /** Label in the dashboard. Default: made from the slug. */
  readonly label?: TranslatedText;
  /**
   * Appears in the types, the OpenAPI document and the SDK. A TSDoc comment above the block has the same
   * effect.
   */
  readonly description?: TranslatedText;
  readonly fields: Fields;
  /** How the dashboard shows it. */
  readonly admin?: BlockAdmin;
}

/** A list of rows of several types. */
export interface BlocksFieldConfig<Blocks = readonly BlockConfig[], Row = AnyData>
  extends ValueFieldConfig<readonly Row[]>,
    Rows {
  readonly type: 'blocks';
  /** The types of rows. */
  readonly blocks: Blocks;
}

/**
 * Any field. `Slug` are the collections that relations and joins may target.
 *
 * All variants have an option (`hasMany`) that distinguishes a field from its list form, so that a callback
 * knows the type of its value.
 */
export type FieldConfig<Slug extends string = string> =
  | PlainFieldTypes[ListKind]['config']
  | RelationshipFieldConfig<Slug | readonly Slug[]>
  | RelationshipListFieldConfig<Slug | readonly Slug[]>
  | UploadFieldConfig<Slug | readonly Slug[]>
  | UploadListFieldConfig<Slug | readonly Slug[]>
  | SinglePlainConfigs[keyof SinglePlainConfigs]
  | NoList<JoinFieldConfig<Slug>>
  | NoList<GroupFieldConfig<FieldsConfig<Slug>>>
  | NoList<ArrayFieldConfig<FieldsConfig<Slug>>>
  | NoList<BlocksFieldConfig<readonly BlockConfig<FieldsConfig<Slug>>[]>>;

/** The plain types whose fields may have a list. */
type ListKind = 'text' | 'number' | 'select';

type SinglePlainConfigs = {
  [Kind in Exclude<keyof PlainFieldTypes, ListKind>]: NoList<PlainFieldTypes[Kind]['config']>;
};

/** A field that has no list form: it has the option too, so that a callback knows the type of its value. */
export type NoList<Field> = Field & { readonly hasMany?: undefined };
