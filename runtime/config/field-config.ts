import type { JsonValue } from '../util/json.js';
import type { FieldAccess } from './access-config.js';
import type { AnyData, DefaultCallback, ValidateCallback } from './hook-config.js';

/** How the dashboard shows a field. */
export interface FieldAdmin {
  /** Not in forms and lists. The API has it all the same: `access` keeps a field from people. */
  readonly hidden?: boolean;
  /** Shown, but not changed by the dashboard. */
  readonly readOnly?: boolean;
  /** In an empty input. */
  readonly placeholder?: string;
  /** Name of a module of the config's `admin.widgets` that draws the field. */
  readonly widget?: string;
}

/** What every field has. */
export interface BaseFieldConfig {
  /** `^[a-zA-Z][a-zA-Z0-9_]*$`, unique among its siblings whatever the case. */
  readonly name: string;
  /** How the dashboard calls it. Default: made from the name. */
  readonly label?: string;
  /** Goes into the types, the OpenAPI document and the SDK. A TSDoc comment above the field does too. */
  readonly description?: string;
  readonly access?: FieldAccess;
  readonly admin?: FieldAdmin;
  /**
   * What the field was called before, so that a migration keeps its values: the name of a former sibling, or a dotted path from the
   * root of the document (inside `array` and `blocks`, of the row). It may stay or go once the migration exists.
   */
  readonly renamedFrom?: string;
}

/** What every field with a value has. */
export interface ValueFieldConfig<Value> extends BaseFieldConfig {
  /** Must be given on creation and never be cleared; a list must have an entry. Default `false`. */
  readonly required?: boolean;
  /** A value, or a function that makes one when a document is created. */
  readonly default?: Value | DefaultCallback<Value>;
  /** Called with a value that fits the field's other options; answers `true` or a message. */
  readonly validate?: ValidateCallback<Value>;
}

interface Indexed {
  /** Keeps an index for filters and sorts on the field. Default `false`. */
  readonly index?: boolean;
  /** No two documents have the same value. Default `false`. */
  readonly unique?: boolean;
}

interface Single {
  // With `undefined`, so that a field without it is told from a list also under `exactOptionalPropertyTypes`.
  readonly hasMany?: false | undefined;
}

interface Many {
  /** The value is a list. */
  readonly hasMany: true;
}

interface Rows {
  /** Fewest entries. */
  readonly minRows?: number;
  /** Most entries. */
  readonly maxRows?: number;
}

interface TextLimits {
  /** Shortest length in code points. */
  readonly minLength?: number;
  /** Longest length in code points. */
  readonly maxLength?: number;
  /** The value must match somewhere; write `^` and `$` to match it whole. */
  readonly pattern?: string | RegExp;
}

interface NumberLimits {
  /** Whole numbers only. Default `false`. */
  readonly integer?: boolean;
  readonly min?: number;
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
 * A URL part, unique in the collection; a taken one gets a suffix. Not empty, no dot at its beginning, no spaces and none of
 * `/ \ ? # %`, unless `pattern` says otherwise.
 */
export interface SlugFieldConfig<From extends string = string>
  extends ValueFieldConfig<string>,
    Indexed,
    TextLimits {
  readonly type: 'slug';
  /** The text field that fills it once, when it is not given: a sibling's name, or a path from the document's root. */
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
  /** Keeps an index for filters on the field. Default `false`. */
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
  readonly options: readonly SelectOption[];
}

export interface SelectListFieldConfig<Value extends string = string>
  extends ValueFieldConfig<readonly Value[]>,
    Many,
    Rows {
  readonly type: 'select';
  readonly options: readonly SelectOption[];
}

/** Any JSON value. */
export interface JsonFieldConfig extends ValueFieldConfig<JsonValue> {
  readonly type: 'json';
}

/** Structured rich text: a JSON object or list, as editors give it. */
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

/** What a deletion does to documents that refer to the deleted one. */
export type OnDelete = 'restrict' | 'set null' | 'cascade';

interface RelationOptions {
  /** What a deletion of the target does. Default `set null`, and `restrict` where the field is required. */
  readonly onDelete?: OnDelete;
}

/** A document of a collection, by its id; or of one of several collections, as `{ collection, id }`. */
export interface RelationshipFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends ValueFieldConfig<Value>,
    Indexed,
    Single,
    RelationOptions {
  readonly type: 'relationship';
  /** Slug of the target collection; a list of slugs makes the value `{ collection, id }`. */
  readonly to: To;
}

/** Documents of a collection, by their ids; or of several collections, as `{ collection, id }`. */
export interface RelationshipListFieldConfig<To = string | readonly string[], Value = string | Reference>
  extends ValueFieldConfig<readonly Value[]>,
    Many,
    Rows,
    RelationOptions {
  readonly type: 'relationship';
  /** Slug of the target collection; a list of slugs makes the entries `{ collection, id }`. */
  readonly to: To;
}

/** A filter, written as in a request's `where`. */
export type JsonFilter = { readonly [path: string]: JsonValue };

/** The documents of a collection whose relation points here. Read-only, and answered at `depth` 1 and more. */
export interface JoinFieldConfig<
  Slug extends string = string,
  On extends string = string,
  Sort extends string = string,
> extends BaseFieldConfig {
  readonly type: 'join';
  readonly collection: Slug;
  /** Path of the relationship field in that collection. */
  readonly on: On;
  /** Documents at most. Default 10. */
  readonly limit?: number;
  /** As in a request: `createdAt_desc`. Default: that collection's `defaultSort`. */
  readonly sort?: Sort;
  /** As in a request: only documents that match it. */
  readonly where?: JsonFilter;
}

/** Fields under one name. */
export interface GroupFieldConfig<Fields = readonly FieldConfig[]> extends BaseFieldConfig {
  readonly type: 'group';
  readonly fields: Fields;
}

/** A list of rows of the same fields. */
export interface ArrayFieldConfig<Fields = readonly FieldConfig[], Row = AnyData>
  extends ValueFieldConfig<readonly Row[]>,
    Rows {
  readonly type: 'array';
  readonly fields: Fields;
}

/** A kind of row of a `blocks` field. */
export interface BlockConfig<Fields = readonly FieldConfig[]> {
  /** Value of `blockType`: letters, digits, `-` and `_`, beginning with a letter. */
  readonly slug: string;
  readonly label?: string;
  /** Goes into the types, the OpenAPI document and the SDK. A TSDoc comment above the block does too. */
  readonly description?: string;
  readonly fields: Fields;
}

/** A list of rows of several kinds. */
export interface BlocksFieldConfig<Blocks = readonly BlockConfig[], Row = AnyData>
  extends ValueFieldConfig<readonly Row[]>,
    Rows {
  readonly type: 'blocks';
  readonly blocks: Blocks;
}

/**
 * Any field; `Slug` are the collections that relations and joins may name.
 *
 * A field without `hasMany` is told from a list by an option that all of them have, so that a callback knows its value.
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
  | NoList<JsonFieldConfig>
  | NoList<RichTextFieldConfig>
  | NoList<PointFieldConfig>
  | NoList<JoinFieldConfig<Slug>>
  | NoList<GroupFieldConfig<readonly FieldConfig<Slug>[]>>
  | NoList<ArrayFieldConfig<readonly FieldConfig<Slug>[]>>
  | NoList<BlocksFieldConfig<readonly BlockConfig<readonly FieldConfig<Slug>[]>[]>>;

type NoList<Field> = Field & { readonly hasMany?: undefined };

/** Name of a field type. */
export type FieldConfigType = FieldConfig['type'];
