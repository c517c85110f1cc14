/** Changes that depend on the stored value: docs/spec/content-tools.md#many-at-once. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { changeKindOf } from '../../../runtime/fields/change-operators.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import type { Context } from './context.js';
import { anyOf, closedObject, isReference, type Schema, type SchemaOrReference } from './schema.js';

/** The schema of a value in a change, or of an operator instead of it. */
export function orOperator(
  field: FieldDescriptor,
  value: SchemaOrReference,
  context: Context,
): SchemaOrReference {
  const operator = operatorSchema(field, context);
  if (operator === null) return value;
  // A choice has one more; beside a type it is a condition of its own.
  const isChoice = !isReference(value) && value.anyOf !== undefined && value.type === undefined;
  return isChoice ? { ...value, anyOf: [...(value.anyOf ?? []), operator] } : anyOf([value, operator]);
}

function operatorSchema(field: FieldDescriptor, { components, names }: Context): SchemaOrReference | null {
  const kind = changeKindOf(field);
  if (kind === null) return null;
  if (kind === 'increment') {
    return components.schema(names.shared('Increment'), () => ({
      description: 'Adds to the stored number; an empty one counts as 0.',
      ...closedObject({ $inc: { type: 'number' } }),
    }));
  }
  const [name, member] = memberOf(field);
  return components.schema(names.shared(name), () => {
    const members: Schema = { type: 'array', items: member };
    return {
      description: 'Adds members to the stored list that it lacks, or removes some.',
      ...anyOf([closedObject({ $add: members }), closedObject({ $remove: members })]),
    };
  });
}

function memberOf(field: FieldDescriptor): readonly [string, Schema] {
  if (field.type === 'number') return ['NumberListChange', { type: 'number' }];
  if (isRelation(field) && field.to.length > 1) {
    const text: Schema = { type: 'string' };
    return ['ReferenceListChange', closedObject({ collection: text, id: text })];
  }
  return ['ListChange', { type: 'string' }];
}
