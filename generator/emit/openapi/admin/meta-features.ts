/** What the config uses of the dashboard: schemas leave out what no document has. */
import { hasTextWithBlocks } from '../../../../runtime/fields/text-with-blocks.js';
import type { Context } from '../context.js';

/** Whether a collection has `admin.preview`. */
export function hasPreview({ ir }: Context): boolean {
  return ir.collections.some(({ admin }) => admin.preview);
}

/** Whether a collection or global has `admin.icon`. */
export function hasIcon({ ir }: Context): boolean {
  return [...ir.collections, ...ir.globals].some(({ admin }) => admin.icon !== null);
}

/** Whether drafts of a collection or global are saved while their editor types. */
export function hasAutosave({ ir }: Context): boolean {
  return [...ir.collections, ...ir.globals].some(({ admin }) => admin.autosave !== null);
}

/** Whether a collection has a trash. */
export function hasTrash({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.trash !== undefined);
}

/** Whether lists of a collection take `search`. */
export function hasSearch({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.search !== undefined);
}

/** Whether the documents of a collection have files. */
export function hasFiles({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.upload !== undefined);
}

/** Whether files have folders. */
export function hasFolders({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.foldersOf !== undefined);
}

/** Whether any rich text shows blocks of a field beside it. */
export function hasTextBlocks({ ir: { contract } }: Context): boolean {
  return [...contract.collections, ...contract.globals].some(({ fields }) => hasTextWithBlocks(fields));
}
