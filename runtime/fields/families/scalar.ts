import type { ValueField } from '../field-descriptor.js';
import type { ScalarSchema, ValueFieldType } from '../field-type.js';
import { equality } from '../operators.js';
import type { OneColumn } from './one-column.js';
import { type SingleValue, singleValue } from './single-value.js';

interface Scalar<Field extends ValueField> extends Omit<SingleValue<Field>, 'operators'> {
  readonly schema: ScalarSchema;
}

/** The type of fields with one value that has no options and is only compared for equality. */
export function scalar<Field extends ValueField & OneColumn>({
  schema,
  ...parts
}: Scalar<Field>): ValueFieldType<Field> & { readonly schema: ScalarSchema } {
  return { ...singleValue<Field>({ ...parts, operators: equality }), schema };
}
