import { builtInFields } from '../../../runtime/codegen/built-in-fields.js';
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isSortable } from '../../../runtime/codegen/operators.js';
import type { Context } from './context.js';
import type { IrDocument } from './documents.js';
import { anyOf, type Schema, type SchemaOrReference } from './schema.js';
import { beyond } from './where.js';

/** One entry of `select`: the path of a field, or one that continues in rows or in related documents. */
export function selectEntry({ names, descriptor }: IrDocument, context: Context): SchemaOrReference {
  return context.components.schema(context.names.of(names.type, 'Path'), () => {
    const ofDrafts = descriptor.drafts ? ['_status', '_pending'] : [];
    const builtIn = ['id', 'createdAt', 'updatedAt', '_revision', ...ofDrafts];
    const own: Schema = { type: 'string', enum: [...builtIn, ...pathsOf(descriptor.fields)] };
    const deeper = leadingOn(descriptor.fields);
    const related: readonly Schema[] = deeper.length > 0 ? [{ type: 'string', pattern: beyond(deeper) }] : [];
    return { description: `A field of \`${names.type}\`.`, ...anyOf([own, ...related]) };
  });
}

/** One entry of `sort`. */
export function sortEntry({ names, descriptor }: IrDocument, context: Context): SchemaOrReference {
  return context.components.schema(context.names.of(names.type, 'Sort'), () => ({
    description: 'A field and its direction; ascending unless it ends in `_desc`.',
    type: 'string',
    enum: sortable([...builtInFields(descriptor), ...descriptor.fields]).flatMap((path) => [
      path,
      `${path}_asc`,
      `${path}_desc`,
    ]),
  }));
}

function pathsOf(fields: readonly FieldDescriptor[]): readonly string[] {
  return fields.flatMap((field) =>
    field.type === 'group' ? [field.path, ...pathsOf(field.fields)] : [field.path],
  );
}

/** Paths of fields that lead to fields of other documents or rows; a `join` is a relation read backwards. */
function leadingOn(fields: readonly FieldDescriptor[]): readonly string[] {
  return fields.flatMap((field) => {
    if (field.type === 'group') return leadingOn(field.fields);
    return ['relationship', 'upload', 'join', 'array', 'blocks'].includes(field.type) ? [field.path] : [];
  });
}

function sortable(fields: readonly FieldDescriptor[]): readonly string[] {
  return fields.flatMap((field) => {
    if (field.type === 'group') return sortable(field.fields);
    return isSortable(field) ? [field.path] : [];
  });
}
