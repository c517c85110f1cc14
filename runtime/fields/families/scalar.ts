import type { FieldBase } from '../field-base.js';
import type { ScalarSchema, ValueFieldType } from '../field-type.js';
import { equality } from '../operators.js';
import type { OneColumn } from './one-column.js';
import { type SingleValue, singleValue } from './single-value.js';

interface Scalar<Field extends FieldBase, Config> extends Omit<SingleValue<Field, Config>, 'operators'> {
  readonly schema: ScalarSchema;
}

/** The type of fields with one value that has no options and is only compared for equality. */
export function scalar<Field extends FieldBase & OneColumn, Config>({
  schema,
  ...parts
}: Scalar<Field, Config>): ValueFieldType<Field, Config> & { readonly schema: ScalarSchema } {
  return { ...singleValue<Field, Config>({ ...parts, operators: equality }), schema };
}
