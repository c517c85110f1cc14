import { builtInFields } from '../../../runtime/codegen/built-in-fields.js';
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { fieldFilter, pathFilter } from './filters.js';
import { reference, type Schema, type SchemaOrReference } from './schema.js';

/** The filter language of one collection. */
export function whereSchema({ names, descriptor }: IrCollection, context: Context): SchemaOrReference {
  const name = context.names.of(names.type, 'Where');
  const branches: Schema = { type: 'array', items: reference(name), minItems: 1 };
  return context.components.schema(name, () => {
    const fields = outsideGroups([...builtInFields(descriptor), ...descriptor.fields]);
    const deeper = leadingOn(descriptor.fields);
    return {
      description: `Conditions on \`${descriptor.slug}\`, all of which must hold.`,
      type: 'object',
      properties: {
        AND: branches,
        OR: branches,
        ...Object.fromEntries(fields.flatMap((field) => entryOf(field, context))),
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

/** The property of a field, where it has conditions. */
function entryOf(field: FieldDescriptor, context: Context): readonly [string, SchemaOrReference][] {
  const filter = fieldFilter(field, context);
  return filter === null ? [] : [[field.path, filter]];
}

function outsideGroups(fields: readonly FieldDescriptor[]): readonly FieldDescriptor[] {
  return fields.flatMap((field) => (field.type === 'group' ? outsideGroups(field.fields) : [field]));
}

/** Paths of fields that continue in related documents or in rows. */
function leadingOn(fields: readonly FieldDescriptor[]): readonly string[] {
  return fields.flatMap((field) => {
    if (field.type === 'group') return leadingOn(field.fields);
    return isRelation(field) || field.type === 'array' || field.type === 'blocks' ? [field.path] : [];
  });
}
