/** One field of the config as the runtime knows it. */
import type { FieldConfig, SlugFieldConfig } from '../config/field-config.js';
import { fieldsOf } from '../config/fields-of.js';
import type { FieldsConfig } from '../config/layout-config.js';
import type { FieldColumns } from '../fields/describing.js';
import type { FieldDescriptor } from '../fields/field-descriptor.js';
import { fieldTypeOf } from '../fields/index.js';
import type { OuterContext } from '../fields/structured-type.js';
import { type AccessNames, fieldAccess } from './describe-access.js';

/** The context that the description of a field needs. */
export interface FieldContext {
  /** Columns by path; none inside rows. */
  readonly columns: ReadonlyMap<string, FieldColumns> | null;
  /** Table of the collection or global: join tables are named after it. */
  joinTable(column: string, path: string): string;
  /** `defaultSort` of a collection, for joins. */
  defaultSort(slug: string): string;
  /** Whether a collection of the config has files. */
  readonly hasFiles: boolean;
  /** Null without `auth`: then access rules have no effect. */
  readonly access: AccessNames | null;
}

/** Describes the fields under `parent` (a dotted path; empty at the root). */
export function describeFields(list: FieldsConfig, parent: string, context: FieldContext): FieldDescriptor[] {
  const fields = fieldsOf(list);
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
  return compact({ ...base, ...fieldTypeOf(field).describe(field, describeContext(path, context)) });
}

function describeContext(path: string, context: FieldContext): OuterContext {
  return {
    columns: context.columns?.get(path) ?? null,
    joinTable: (column) => context.joinTable(column, path),
    defaultSort: context.defaultSort,
    hasFiles: context.hasFiles,
    inGroup: (fields) => describeFields(fields, path, context),
    inRows: (fields) => describeFields(fields, path, { ...context, columns: null }),
  };
}

/** Options that every field with a value has. */
function valueOptions(field: FieldConfig): Partial<Record<string, unknown>> {
  const { required, validate, readOnly, virtual, default: given } = field as ValuedField;
  return {
    required: required === true || undefined,
    validate: validate !== undefined || undefined,
    readOnly: readOnly === true || undefined,
    virtual: virtual !== undefined || undefined,
    default: typeof given === 'function' || given === null ? undefined : given,
    defaultCallback: typeof given === 'function' || undefined,
  };
}

interface ValuedField {
  readonly required?: boolean;
  readonly validate?: unknown;
  readonly readOnly?: boolean;
  readonly virtual?: unknown;
  readonly default?: unknown;
}

/** Drops keys without a value: descriptors survive `JSON.stringify` unchanged. */
function compact<T>(properties: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as T;
}
