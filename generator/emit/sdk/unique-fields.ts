/** The fields whose value identifies a document: what `findByKey` accepts. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import type { IrField } from '../../ir/ir.js';
import { type Code, code, key, raw, string, union } from '../../print/code.js';

/** A unique field with its path. */
export interface UniqueField {
  readonly path: string;
  readonly descriptor: FieldDescriptor;
}

/** The unique fields outside rows. A relation to several collections is none: its value is an object. */
export function uniqueFields(fields: readonly IrField[]): readonly UniqueField[] {
  return fields.flatMap(({ descriptor, fields: inner }): readonly UniqueField[] => {
    if (descriptor.type === 'group') return uniqueFields(inner);
    const isUnique = 'unique' in descriptor && descriptor.unique === true;
    const isObject = isRelation(descriptor) && descriptor.polymorphic === true;
    return isUnique && !isObject ? [{ path: descriptor.path, descriptor }] : [];
  });
}

/** `slug: string`, for the shape of a collection. */
export function keyMembers(fields: readonly IrField[]): readonly Code[] {
  return uniqueFields(fields).map(({ path, descriptor }) => code`${key(path)}: ${valueType(descriptor)}`);
}

function valueType(descriptor: FieldDescriptor): Code {
  if (descriptor.type === 'select') return union(descriptor.options.map((option) => string(option)));
  return raw(descriptor.type === 'number' ? 'number' : 'string');
}
