/** The field types as the rest of the runtime sees them. */
import type { FieldConfig } from '../config/field-config.js';
import type { ConfigRules } from './config-rules.js';
import type { FieldDescriptor, FieldKind, StoredField, ValueField } from './field-descriptor.js';
import type { FieldType, ScalarKind, ScalarSchema, StoredFieldType, ValueFieldType } from './field-type.js';
import { fieldTypes } from './types/index.js';

/** The names of the field types, in the order in which documentation lists them. */
export const fieldKinds: readonly FieldKind[] = Object.keys(fieldTypes) as FieldKind[];

/** The type of a field of a config or contract. */
export function fieldTypeOf({
  type,
}: {
  readonly type: FieldKind;
}): FieldType<FieldDescriptor, FieldConfig, object> {
  return fieldTypes[type];
}

export function storedTypeOf(field: StoredField): StoredFieldType<StoredField, FieldConfig, object> {
  return fieldTypes[field.type];
}

export function valueTypeOf(field: ValueField): ValueFieldType<ValueField, FieldConfig, object> {
  return fieldTypes[field.type];
}

const configRules: Readonly<Record<FieldKind, { readonly config: ConfigRules }>> = fieldTypes;

/** What a config may say of the fields of a type. */
export function configRulesOf(kind: FieldKind): ConfigRules {
  return configRules[kind].config;
}

/** The schemas of the types that one describes. */
export const scalarSchemas: Readonly<Record<ScalarKind, ScalarSchema>> = Object.fromEntries(
  Object.entries<object>(fieldTypes).flatMap(([kind, type]) =>
    'schema' in type ? [[kind, type.schema]] : [],
  ),
) as Record<ScalarKind, ScalarSchema>;
