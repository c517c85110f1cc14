import type { JsonValue } from '../util/json.js';
import type { FieldAccess } from './access-config.js';
import type { AnyData, DefaultCallback, ValidateCallback } from './hook-config.js';

/** How the dashboard shows a field. */
export interface FieldAdmin {
  /**
   * Hides the field in forms and lists of the dashboard. The API still returns it: restrict reading by
   * `access`.
   */
  readonly hidden?: boolean;
  /** Shown, but not editable in the dashboard. */
  readonly readOnly?: boolean;
  /** Text shown in an empty input. */
  readonly placeholder?: string;
  /** Name of the module in the config's `admin.widgets` that renders the field. */
  readonly widget?: string;
}

/** Options of every field. */
export interface BaseFieldConfig {
  /** `^[a-zA-Z][a-zA-Z0-9_]*$`, unique among its siblings (case-insensitive). */
  readonly name: string;
  /** Label in the dashboard. Default: made from the name. */
  readonly label?: string;
  /**
   * Appears in the types, the OpenAPI document and the SDK. A TSDoc comment above the field has the same
   * effect.
   */
  readonly description?: string;
  /** Which roles may read and change it. Has no effect unless the config has `auth`. */
  readonly access?: FieldAccess;
  /** How the dashboard shows it. */
  readonly admin?: FieldAdmin;
  /**
   * The former name, so that a migration keeps the values: the name of a former sibling, or a dotted path
   * from the root of the document (in `array` and `blocks`: from the root of the row). It may be removed once
   * the migration exists.
   */
  readonly renamedFrom?: string;
}

/** Options of every field that has a value. */
export interface ValueFieldConfig<Value> extends BaseFieldConfig {
  /** Must be given on creation and cannot be cleared; a list needs at least one entry. Default `false`. */
  readonly required?: boolean;
  /** A value, or a function that returns one when a document is created. */
  readonly default?: Value | DefaultCallback<Value>;
  /** Called with a value that fits the other options of the field. Returns `true` or an error message. */
  readonly validate?: ValidateCallback<Value>;
}

interface Indexed {
  /** Creates an index for filters and sorts by the field. Default `false`. */
  readonly index?: boolean;
  /** No two documents may have the same value. Default `false`. */
  readonly unique?: boolean;
}

interface Single {
  // Includes `undefined`, so that the union distinguishes it from a list under `exactOptionalPropertyTypes`
  // too.
  readonly hasMany?: false | undefined;
}

interface Many {
  /** The value is a list. */
  readonly hasMany: true;
}

interface Rows {
  /** Min number of entries. */
  readonly minRows?: number;
  /** Max number of entries. */
  readonly maxRows?: number;
}

interface TextLimits {
  /** Min length in code points. */
  readonly minLength?: number;
  /** Max length in code points. */
  readonly maxLength?: number;
  /** Regular expression that must match a part of the value; use `^` and `$` to match the whole value. */
  readonly pattern?: string | RegExp;
  /**
   * Accepts a `pattern` that `svc generate` rejects because matching can take exponential or polynomial time
   * in the length of the text (OWASP: Regular expression Denial of Service). Setting `maxLength` is better.
   * Default `false`.
   */
  readonly unsafePattern?: boolean;
}

interface NumberLimits {
  /** Whole numbers only. Default `false`. */
  readonly integer?: boolean;
  /** Min value. */
  readonly min?: number;
  /** Max value. */
  readonly max?: number;
}

export interface TextFieldConfig extends ValueFieldConfig<string>, Indexed, Single, TextLimits {
  readonly type: 'text';
}

export interface TextListFieldConfig extends ValueFieldConfig<readonly string[]>, Many, Rows, TextLimits {
  readonly type: 'text';
}

export interface TextareaFieldConfig extends ValueFieldConfig<string>, Indexed, TextLimits {
  readonly type: 'textarea';
}

export interface EmailFieldConfig extends ValueFieldConfig<string>, Indexed, TextLimits {
  readonly type: 'email';
}

export interface UrlFieldConfig extends ValueFieldConfig<string>, Indexed, TextLimits {
  readonly type: 'url';
}

/**
 * A URL segment, unique in the collection. A slug that is already in use gets a suffix. Not empty, no leading
 * dot, no spaces and none of `/ \ ? # %`, unless `pattern` allows them.
 */
export interface SlugFieldConfig<From extends string = string>
  extends ValueFieldConfig<string>,
    Indexed,
    TextLimits {
  readonly type: 'slug';
  /**
   * The text field that the slug is made from, once, if none is given: a sibling, or a path from the
   * document's root.
   */
  readonly from?: From;
}

export interface NumberFieldConfig extends ValueFieldConfig<number>, Indexed, Single, NumberLimits {
  readonly type: 'number';
}

export interface NumberListFieldConfig extends ValueFieldConfig<readonly number[]>, Many, Rows, NumberLimits {
  readonly type: 'number';
}

export interface BooleanFieldConfig extends ValueFieldConfig<boolean> {
  readonly type: 'boolean';
  /** Creates an index for filters by the field. Default `false`. */
  readonly index?: boolean;
}

/** A plain date (`2026-11-21`), or with `time` a timestamp. */
export interface DateFieldConfig extends ValueFieldConfig<string>, Indexed {
  readonly type: 'date';
  /** A timestamp (ISO 8601) instead of a plain date. Default `false`. */
  readonly time?: boolean;
}

/** An option of a `select` field. */
export type SelectOption = string | { readonly label: string; readonly value: string };

export interface SelectFieldConfig<Value extends string = string>
  extends ValueFieldConfig<Value>,
    Indexed,
    Single {
  readonly type: 'select';
  /** The allowed values. */
  readonly options: readonly SelectOption[];
}

export interface SelectListFieldConfig<Value extends string = string>
  extends ValueFieldConfig<readonly Value[]>,
    Many,
    Rows {
  readonly type: 'select';
  /** The allowed values. */
  readonly options: readonly SelectOption[];
}

/** A colour in hexadecimal digits, `#rrggbb` or `#rrggbbaa`, in any letter case; stored in lower case. */
export interface ColorFieldConfig extends ValueFieldConfig<string>, Indexed {
  readonly type: 'color';
}

/** Any JSON value. */
export interface JsonFieldConfig extends ValueFieldConfig<JsonValue> {
  readonly type: 'json';
}

/** Structured rich text: a JSON object or list, as an editor produces it. */
export interface RichTextFieldConfig extends ValueFieldConfig<JsonValue> {
  readonly type: 'richText';
}

/** Longitude and latitude in degrees. */
export type Point = readonly [longitude: number, latitude: number];

/** `[longitude, latitude]`. */
export interface PointFieldConfig extends ValueFieldConfig<Point> {
  readonly type: 'point';
}

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

/** The id of a document; with several target collections, `{ collection, id }`. */
export interface RelationshipFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends ValueFieldConfig<Value>,
    Indexed,
    Single,
    RelationOptions {
  readonly type: 'relationship';
  /** Slug of the target collection. With a list of slugs the value is `{ collection, id }`. */
  readonly to: To;
}

/** Ids of documents; with several target collections, a list of `{ collection, id }`. */
export interface RelationshipListFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends ValueFieldConfig<readonly Value[]>,
    Many,
    Rows,
    RelationOptions {
  readonly type: 'relationship';
  /** Slug of the target collection. With a list of slugs the entries are `{ collection, id }`. */
  readonly to: To;
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
export interface GroupFieldConfig<Fields = readonly FieldConfig[]> extends BaseFieldConfig {
  readonly type: 'group';
  readonly fields: Fields;
}

/** A list of rows that all have the same fields. */
export interface ArrayFieldConfig<Fields = readonly FieldConfig[], Row = AnyData>
  extends ValueFieldConfig<readonly Row[]>,
    Rows {
  readonly type: 'array';
  readonly fields: Fields;
}

/** A type of row in a `blocks` field. */
export interface BlockConfig<Fields = readonly FieldConfig[]> {
  /** Value of `blockType`: letters, digits, `-` and `_`, starting with a letter. */
  readonly slug: string;
  /** Label in the dashboard. Default: made from the slug. */
  readonly label?: string;
  /**
   * Appears in the types, the OpenAPI document and the SDK. A TSDoc comment above the block has the same
   * effect.
   */
  readonly description?: string;
  readonly fields: Fields;
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
  | TextFieldConfig
  | TextListFieldConfig
  | NumberFieldConfig
  | NumberListFieldConfig
  | SelectFieldConfig
  | SelectListFieldConfig
  | RelationshipFieldConfig<Slug | readonly Slug[]>
  | RelationshipListFieldConfig<Slug | readonly Slug[]>
  | NoList<TextareaFieldConfig>
  | NoList<EmailFieldConfig>
  | NoList<UrlFieldConfig>
  | NoList<SlugFieldConfig>
  | NoList<BooleanFieldConfig>
  | NoList<DateFieldConfig>
  | NoList<ColorFieldConfig>
  | NoList<JsonFieldConfig>
  | NoList<RichTextFieldConfig>
  | NoList<PointFieldConfig>
  | NoList<JoinFieldConfig<Slug>>
  | NoList<GroupFieldConfig<readonly FieldConfig<Slug>[]>>
  | NoList<ArrayFieldConfig<readonly FieldConfig<Slug>[]>>
  | NoList<BlocksFieldConfig<readonly BlockConfig<readonly FieldConfig<Slug>[]>[]>>;

type NoList<Field> = Field & { readonly hasMany?: undefined };
