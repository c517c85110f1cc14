/** One field of the config as the runtime knows it. */
import type { FieldConfig, SlugFieldConfig } from '../config/field-config.js';
import type { FieldColumns } from './columns.js';
import { type AccessNames, fieldAccess } from './describe-access.js';
import type { BlockDescriptor, FieldDescriptor, PatternDescriptor } from './descriptors.js';
import { describePattern } from './pattern.js';

/** The context that the description of a field needs. */
export interface FieldContext {
  /** Columns by path; none inside rows. */
  readonly columns: ReadonlyMap<string, FieldColumns> | null;
  /** Table of the collection or global: join tables are named after it. */
  joinTable(column: string, path: string): string;
  /** `defaultSort` of a collection, for joins. */
  defaultSort(slug: string): string;
  /** Null without `auth`: then access rules have no effect. */
  readonly access: AccessNames | null;
}

/** Describes the fields under `parent` (a dotted path; empty at the root). */
export function describeFields(
  fields: readonly FieldConfig[],
  parent: string,
  context: FieldContext,
): FieldDescriptor[] {
  return fields.map((field) => {
    const path = parent === '' ? field.name : `${parent}.${field.name}`;
    return field.type === 'slug'
      ? describeField({ ...field, ...fromPath(field, fields, parent) }, path, context)
      : describeField(field, path, context);
  });
}

/** A slug's `from` names a sibling before a field of the root; described, it is a path from the root. */
function fromPath(
  { from }: SlugFieldConfig,
  siblings: readonly FieldConfig[],
  parent: string,
): { readonly from?: string } {
  if (from === undefined) return {};
  const isSibling = parent !== '' && siblings.some(({ name }) => name === from);
  return { from: isSibling ? `${parent}.${from}` : from };
}

function describeField(field: FieldConfig, path: string, context: FieldContext): FieldDescriptor {
  const { access = {} } = field;
  const base = {
    type: field.type,
    name: field.name,
    path,
    ...valueOptions(field),
    access: context.access === null ? undefined : fieldAccess(access, context.access),
  };
  const columns = context.columns?.get(path) ?? null;
  return compact({ ...base, ...typeOptions(field, path, columns, context) });
}

/** Options that every field with a value has. */
function valueOptions(field: FieldConfig): Partial<Record<string, unknown>> {
  const { required, validate, default: given } = field as ValuedField;
  return {
    required: required === true || undefined,
    validate: validate !== undefined || undefined,
    default: typeof given === 'function' || given === null ? undefined : given,
    defaultCallback: typeof given === 'function' || undefined,
  };
}

interface ValuedField {
  readonly required?: boolean;
  readonly validate?: unknown;
  readonly default?: unknown;
}

function typeOptions(
  field: FieldConfig,
  path: string,
  columns: FieldColumns | null,
  context: FieldContext,
): Partial<Record<string, unknown>> {
  const column = columns?.first;
  switch (field.type) {
    case 'boolean':
    case 'json':
    case 'richText':
      return { column };
    case 'date':
      return { column, unique: field.unique === true || undefined, time: field.time === true || undefined };
    case 'slug':
      return { column, unique: true, from: field.from, ...textLimits(field) };
    case 'text':
    case 'textarea':
    case 'email':
    case 'url':
      return { column, ...listOptions(field), ...textLimits(field) };
    case 'number': {
      const { integer, min, max } = field;
      return { column, ...listOptions(field), integer: integer === true || undefined, min, max };
    }
    case 'select':
      return { column, ...listOptions(field), options: field.options.map(optionValue) };
    case 'point':
      return { columns: columns === null ? undefined : [columns.first, columns.second] };
    case 'relationship':
      return relationOptions(field, path, columns, context);
    case 'join': {
      const { collection, on, limit = 10, where } = field;
      return { collection, on, limit, sort: field.sort ?? context.defaultSort(collection), where };
    }
    case 'group':
      return { fields: describeFields(field.fields, path, context) };
    case 'array':
      return {
        column,
        fields: describeFields(field.fields, path, { ...context, columns: null }),
        ...rows(field),
      };
    case 'blocks':
      return {
        column,
        blocks: field.blocks.map(
          ({ slug, fields }): BlockDescriptor => ({
            slug,
            fields: describeFields(fields, path, { ...context, columns: null }),
          }),
        ),
        ...rows(field),
      };
  }
}

function relationOptions(
  field: Extract<FieldConfig, { type: 'relationship' }>,
  path: string,
  columns: FieldColumns | null,
  context: FieldContext,
): Partial<Record<string, unknown>> {
  const polymorphic = typeof field.to !== 'string';
  const shared = {
    ...listOptions(field),
    to: polymorphic ? field.to : [field.to],
    polymorphic: polymorphic || undefined,
    onDelete: field.onDelete ?? (field.required === true ? 'restrict' : 'set null'),
  };
  if (columns === null) return shared;
  if (field.hasMany === true) return { ...shared, table: context.joinTable(columns.first, path) };
  return { ...shared, column: columns.first, collectionColumn: columns.second ?? undefined };
}

interface ListOptions {
  readonly hasMany?: boolean | undefined;
  readonly unique?: boolean;
  readonly minRows?: number;
  readonly maxRows?: number;
}

function listOptions(field: ListOptions): Partial<Record<string, unknown>> {
  return field.hasMany === true
    ? { hasMany: true, ...rows(field) }
    : { unique: field.unique === true || undefined };
}

function rows({ minRows, maxRows }: ListOptions): ListOptions {
  return compact({ minRows, maxRows });
}

function textLimits(field: {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string | RegExp;
}): {
  readonly pattern: PatternDescriptor | undefined;
  readonly minLength: unknown;
  readonly maxLength: unknown;
} {
  const { minLength, maxLength, pattern } = field;
  return { minLength, maxLength, pattern: pattern === undefined ? undefined : describePattern(pattern) };
}

function optionValue(option: string | { readonly value: string }): string {
  return typeof option === 'string' ? option : option.value;
}

/** Drops keys without a value: descriptors survive `JSON.stringify` unchanged. */
function compact<T>(properties: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as T;
}
