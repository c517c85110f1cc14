/** What the config uses of the dashboard: schemas leave out what no document has. */
import { hasTextWithBlocks } from '../../../../runtime/fields/text-with-blocks.js';
import type { Context } from '../context.js';

/** Whether a collection has `admin.preview`. */
export function hasPreview({ ir }: Context): boolean {
  return ir.collections.some(({ admin }) => admin.preview);
}

export function hasIcon({ ir }: Context): boolean {
  return [...ir.collections, ...ir.globals].some(({ admin }) => admin.icon !== null);
}

export function hasAutosave({ ir }: Context): boolean {
  return [...ir.collections, ...ir.globals].some(({ admin }) => admin.autosave !== null);
}

export function hasTrash({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.trash !== undefined);
}

export function hasSearch({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.search !== undefined);
}

export function hasFiles({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.upload !== undefined);
}

export function hasFolders({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.foldersOf !== undefined);
}

/** Whether any rich text shows blocks of a field beside it. */
export function hasTextBlocks({ ir: { contract } }: Context): boolean {
  return [...contract.collections, ...contract.globals].some(({ fields }) => hasTextWithBlocks(fields));
}
