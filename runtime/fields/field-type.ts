/**
 * What the runtime has to know of a field type. Each type is one module in `types/`. Nothing here knows the
 * types that there are, so that their modules do not depend on each other.
 */
import type { Issue } from '../errors/service-error.js';
import type { JsonValue } from '../util/json.js';
import type { ConfigRules, OptionName } from './config-rules.js';
import type { DescribeContext, OptionsOf } from './describing.js';
import type { FieldBase, PatternDescriptor } from './field-base.js';
import type { Operand } from './operand.js';
import type { Operator } from './operators.js';

/** A value of a column. */
export type ColumnValue = string | number | null;

/** Columns by name, as a driver returns them. */
export type ColumnRow = Readonly<Record<string, unknown>>;

export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp' | 'json';

export interface FieldColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * The type of a value in the database. SQLite has dates as text and booleans as numbers; PostgreSQL has
 * column types for both. Inside JSON a date or timestamp is text in every database.
 */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'timestamp';

/** An operand in a request. `exists` is the same for every field and read elsewhere. */
export interface OperandInput {
  readonly operator: Exclude<Operator, 'exists'>;
  readonly value: unknown;
  readonly path: string;
}

/** The functions are methods, so that a type of one kind of field is a type of fields in general. */
export interface FieldType<
  Field extends FieldBase,
  Config,
  Options = OptionsOf<Field>,
  Context = DescribeContext,
> {
  /** The part of a field's descriptor that follows from the options of this type. */
  describe(config: Config, at: Context): Options;
  /** Whether the value is a list: its empty form is `[]`, not `null`. */
  isList(field: Field): boolean;
  /**
   * The columns that keep the value, in the order of `encode`. Empty for a group, a join, a `hasMany`
   * relation and all fields inside rows.
   */
  columns(field: Field): readonly FieldColumn[];
  /** The operators of `where` that fit. None fit a group, whose fields are filtered, and a join. */
  operators(field: Field): readonly Operator[];
  /** Reads an operand. The operator fits. Throws a `BAD_USER_INPUT` that names its path. */
  operand(field: Field, input: OperandInput): Operand;
  /** What filters compare a value or a member of a list as; null: they cannot. */
  valueKind(field: Field): ValueKind | null;
  /** Whether single values have an order, so that lists can be sorted by them. */
  readonly isOrdered: boolean;
  /**
   * Whether many documents have the same value: an index continues with the default order, since a filter
   * finds many rows.
   */
  readonly hasFewValues: boolean;
  /** Whether a value is a text that may have only white space, unless it is required. */
  readonly mayBeBlank: boolean;
  /** Whether a text input of a page, without scripts, can take a value. */
  readonly isTyped: boolean;
  /** Rules besides limits and the config's pattern that stored values may break when they become stricter. */
  valueRules(field: Field): ValueRules;
}

/** Rules of values that a migration checks. */
export interface ValueRules {
  /** The allowed values. */
  readonly options?: readonly string[];
  /** Slugs, when pointers may target several collections. */
  readonly targets?: readonly string[];
  /** The form of every value of the type. */
  readonly pattern?: PatternDescriptor;
}

/** A type whose fields store a value. */
export interface StoredFieldType<
  Field extends FieldBase,
  Config,
  Options = OptionsOf<Field>,
  Context = DescribeContext,
> extends FieldType<Field, Config, Options, Context> {
  /** Fields of the same storage kind store the same values in the same way. */
  storageKind(field: Field): string;
  /** A complete value as the columns store it. An empty list is `NULL`, as every empty value. */
  encode(field: Field, value: JsonValue): readonly ColumnValue[];
  /** The value as the API returns it, from its columns. `NULL` in a list's column is the empty list. */
  decode(field: Field, row: ColumnRow): JsonValue;
}

/** A type whose fields have a value without fields of its own. */
export interface ValueFieldType<
  Field extends FieldBase,
  Config,
  Options = OptionsOf<Field>,
  Context = DescribeContext,
> extends StoredFieldType<Field, Config, Options, Context> {
  /**
   * The form in which a value other than null is returned and stored. Adds issues that a validator cannot
   * see.
   *
   * @param path - position of the value, with indexes of rows.
   * @throws Error when the value does not fit: a hook or a default is wrong.
   */
  complete(field: Field, value: JsonValue, path: string, issues: Issue[]): JsonValue;
}

/** What JSON Schema says of the values of a scalar. */
export interface ScalarSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly format?: string;
  /** What a body may have; a response has the stored form, which is narrower. */
  readonly pattern?: string;
  /** In the examples of the OpenAPI document and of its page. */
  readonly example: string | number | boolean;
}

/** What a type adds to its functions: its part of `defineConfig`. */
export interface WithRules<Config> {
  readonly config: ConfigRules<OptionName<Config>>;
}

/** What the module of a plain type exports: one whose value is a whole. */
export type PlainType<Field extends FieldBase, Config> = ValueFieldType<Field, Config> & WithRules<Config>;

/** The same of a type that a schema describes. */
export type ScalarType<Field extends FieldBase, Config> = PlainType<Field, Config> & {
  readonly schema: ScalarSchema;
};
