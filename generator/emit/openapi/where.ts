import { builtInFields } from '../../../runtime/codegen/built-in-fields.js';
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { operatorsOf } from '../../../runtime/codegen/operators.js';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { fieldFilter, pathFilter } from './filters.js';
import { reference, type Schema, type SchemaOrReference } from './schema.js';

/** The filter language of one collection. */
export function whereSchema({ names, descriptor }: IrCollection, context: Context): SchemaOrReference {
  const name = context.names.of(names.type, 'Where');
  const branches: Schema = { type: 'array', items: reference(name), minItems: 1 };
  return context.components.schema(name, () => {
    const fields = filterable([...builtInFields(descriptor), ...descriptor.fields]);
    const deeper = leadingOn(descriptor.fields);
    return {
      description: `Conditions on \`${descriptor.slug}\`, all of which must hold.`,
      type: 'object',
      properties: {
        AND: branches,
        OR: branches,
        ...Object.fromEntries(fields.map((field) => [field.path, fieldFilter(field, context)])),
      },
      ...(deeper.length > 0 && { patternProperties: { [beyond(deeper)]: pathFilter(context) } }),
      additionalProperties: false,
    };
  });
}

/** Matches paths that start with one of these and continue. */
export function beyond(paths: readonly string[]): string {
  return `^(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})\\..`;
}

function filterable(fields: readonly FieldDescriptor[]): readonly FieldDescriptor[] {
  return fields.flatMap((field) => {
    if (field.type === 'group') return filterable(field.fields);
    return operatorsOf(field).length > 0 ? [field] : [];
  });
}

/** Paths of fields that continue in related documents or in rows. */
function leadingOn(fields: readonly FieldDescriptor[]): readonly string[] {
  return fields.flatMap((field) => {
    if (field.type === 'group') return leadingOn(field.fields);
    return field.type === 'relationship' || field.type === 'array' || field.type === 'blocks'
      ? [field.path]
      : [];
  });
}
