import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { operators, operatorsOf } from '../../../runtime/codegen/operators.js';
import type { FieldFilter } from '../../fields/field-type.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { Context } from './context.js';
import { closedObject, type Properties, type Schema, type SchemaOrReference } from './schema.js';

const text: Schema = { type: 'string' };

/**
 * The conditions on a field: its operators, or a plain value if equality is one of them. Null for a field
 * without conditions.
 */
export function fieldFilter(
  descriptor: FieldDescriptor,
  { names, components }: Context,
): SchemaOrReference | null {
  const { filter } = fieldTypeOf(descriptor);
  if (filter === null || descriptor.unqueried === true) return null;
  const make = (): Schema => filterSchema(descriptor, filter);
  const name = filter.schemaName(descriptor);
  return name === null ? make() : components.schema(names.shared(name), make);
}

/** Filter on a path through a relation or into rows; the operators depend on the field at its end. */
export function pathFilter({ names, components }: Context): SchemaOrReference {
  return components.schema(names.shared('PathFilter'), () => {
    const tests = operators.map((operator) => [operator, operator === 'exists' ? { type: 'boolean' } : {}]);
    return {
      description:
        'Conditions on a field behind a relation or inside rows. Allowed are the operators of that field.',
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        testObject(Object.fromEntries(tests)),
        closedObject({ collection: text, id: text }),
      ],
    };
  });
}

function filterSchema(descriptor: FieldDescriptor, filter: FieldFilter<FieldDescriptor>): Schema {
  const fitting = operatorsOf(descriptor);
  const tests = fitting.map((operator) => [operator, filter.operand(descriptor, operator)]);
  const plain: Schema = { type: 'null' };
  const value = fitting.includes('equals') ? filter.operand(descriptor, 'equals') : plain;
  return { anyOf: [value, testObject(Object.fromEntries(tests))] };
}

function testObject(tests: Properties): Schema {
  return { ...closedObject(tests, []), minProperties: 1 };
}
