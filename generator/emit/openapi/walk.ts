import { isRelationType } from '../../../runtime/fields/relation.js';
import type { IrBlock, IrField } from '../../ir/ir.js';

/** Every block at any depth below these fields. */
export function blocksIn(fields: readonly IrField[]): readonly IrBlock[] {
  return fields.flatMap((field) => [
    ...blocksIn(field.fields),
    ...field.blocks.flatMap((block) => [block, ...blocksIn(block.fields)]),
  ]);
}

/** Whether a document with these fields looks different when its relations are populated. */
export function hasRelations(fields: readonly IrField[]): boolean {
  return fields.some(({ descriptor: { type }, fields: inner, blocks }) => {
    if (isRelationType(type) || type === 'join') return true;
    return hasRelations(inner) || blocks.some((block) => hasRelations(block.fields));
  });
}
