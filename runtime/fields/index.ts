/** The field types as the rest of the runtime sees them. */
import type { FieldConfig } from '../config/field-config.js';
import type { ConfigRules } from './config-rules.js';
import type { FieldDescriptor, FieldKind, StoredField, ValueField } from './field-descriptor.js';
import type { FieldType, ScalarSchema, StoredFieldType, ValueFieldType } from './field-type.js';
import type { OuterContext } from './structured-type.js';
import { array } from './types/array.js';
import { blocks } from './types/blocks.js';
import { group } from './types/group.js';
import { type PlainFieldTypes, plainTypes } from './types/index.js';
import { join } from './types/join.js';
import { relationship } from './types/relationship.js';
import { upload } from './types/upload.js';

const fieldTypes = { ...plainTypes, relationship, upload, join, group, array, blocks } satisfies Readonly<
  Record<FieldKind, object>
>;

/** The names of the field types, in the order in which documentation lists them. */
export const fieldKinds: readonly FieldKind[] = Object.keys(fieldTypes) as FieldKind[];

/** The type of a field of a config or contract. */
export function fieldTypeOf({
  type,
}: {
  readonly type: FieldKind;
}): FieldType<FieldDescriptor, FieldConfig, object, OuterContext> {
  return fieldTypes[type];
}

export function storedTypeOf(
  field: StoredField,
): StoredFieldType<StoredField, FieldConfig, object, OuterContext> {
  return fieldTypes[field.type];
}

export function valueTypeOf(
  field: ValueField,
): ValueFieldType<ValueField, FieldConfig, object, OuterContext> {
  return fieldTypes[field.type];
}

const configRules: Readonly<Record<FieldKind, { readonly config: ConfigRules }>> = fieldTypes;

/** What a config may say of the fields of a type. */
export function configRulesOf(kind: FieldKind): ConfigRules {
  return configRules[kind].config;
}

/** The types that a schema describes: what is generated for their fields follows from it. */
export type ScalarKind = {
  [Kind in keyof PlainFieldTypes]: PlainFieldTypes[Kind] extends { readonly isScalar: true } ? Kind : never;
}[keyof PlainFieldTypes];

/** The schemas of the types that one describes. */
export const scalarSchemas: Readonly<Record<ScalarKind, ScalarSchema>> = Object.fromEntries(
  Object.entries<object>(fieldTypes).flatMap(([kind, type]) =>
    'schema' in type ? [[kind, type.schema]] : [],
  ),
) as Record<ScalarKind, ScalarSchema>;
