/** From a field of the config to its descriptor: what the types have in common. */
import type { FieldBase, PatternDescriptor } from './field-base.js';
import { describePattern } from './pattern.js';

/**
 * The properties of a descriptor that follow from the options of the type; `undefined` is dropped. A type may
 * bring a constant default into its stored form.
 */
export type OptionsOf<Field extends FieldBase> = {
  readonly [Name in Exclude<keyof Field, Exclude<keyof FieldBase, 'default'> | 'type'>]?:
    | Field[Name]
    | undefined;
};

/**
 * The names of a field's columns. The second is a point's latitude, or a polymorphic relation's target slug.
 */
export interface FieldColumns {
  readonly first: string;
  readonly second: string | null;
}

/** The position of a field in the config. */
export interface DescribeContext {
  /** Null inside rows. */
  readonly columns: FieldColumns | null;
  /** Name of the join table of a `hasMany` relation whose own name would be `column`. */
  joinTable(column: string): string;
  /** `defaultSort` of a collection, for joins. */
  defaultSort(slug: string): string;
  /** Whether the config has documents with files, which rich texts may show. */
  readonly hasFiles: boolean;
}

/** The column of a field that has one. */
export function columnOption({ columns }: DescribeContext): { readonly column: string | undefined } {
  return { column: columns?.first };
}

export function flagOption(isSet: boolean | undefined): true | undefined {
  return isSet === true ? true : undefined;
}

interface RowLimits {
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface ListConfig extends RowLimits {
  readonly hasMany?: boolean | undefined;
  readonly unique?: boolean;
}

interface ListOptions extends RowLimits {
  readonly hasMany?: true;
  readonly unique?: true | undefined;
}

/** Options of a field that may have a list. */
export function listOptions(config: ListConfig): ListOptions {
  return config.hasMany === true
    ? { hasMany: true, ...rowLimits(config) }
    : { unique: flagOption(config.unique) };
}

export function rowLimits({ minRows, maxRows }: RowLimits): RowLimits {
  return { ...(minRows !== undefined && { minRows }), ...(maxRows !== undefined && { maxRows }) };
}

export interface TextLimitsConfig {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string | RegExp;
}

interface TextLimits {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: PatternDescriptor | undefined;
}

export function textLimits(config: TextLimitsConfig): TextLimits {
  const { minLength, maxLength, pattern } = config;
  return { minLength, maxLength, pattern: pattern === undefined ? undefined : describePattern(pattern) };
}
