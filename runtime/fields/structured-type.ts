/** Fields with other fields or documents behind them: their options and descriptors name every type. */
import type { FieldConfig } from '../config/field-config.js';
import type { FieldsConfig } from '../config/layout-config.js';
import type { DescribeContext, OptionsOf } from './describing.js';
import type { FieldDescriptor, StructuredField } from './field-descriptor.js';
import type { FieldType, StoredFieldType, ValueFieldType } from './field-type.js';

/** The options of a field with the descriptor `Field`. */
export type ConfigOf<Field extends FieldDescriptor> = Extract<FieldConfig, { readonly type: Field['type'] }>;

/** The position of a field that may have fields inside. */
export interface OuterContext extends DescribeContext {
  /** Describes the fields of a group. */
  inGroup(fields: FieldsConfig): readonly FieldDescriptor[];
  /** Describes the fields of rows, whose values are no columns. */
  inRows(fields: FieldsConfig): readonly FieldDescriptor[];
}

/** The type of fields with rows. */
export type RowsType<Field extends StructuredField> = StoredFieldType<
  Field,
  ConfigOf<Field>,
  OptionsOf<Field>,
  OuterContext
>;

/** The type of fields that refer to documents. */
export type RelationType<Field extends StructuredField> = ValueFieldType<Field, ConfigOf<Field>>;

/** The type of fields that store nothing of their own. */
export type UnstoredType<Field extends StructuredField> = FieldType<
  Field,
  ConfigOf<Field>,
  OptionsOf<Field>,
  OuterContext
>;
