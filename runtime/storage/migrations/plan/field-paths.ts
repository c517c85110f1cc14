/** Dotted paths of fields. */
import type { FieldSchema } from '../../schema/storage-schema.js';

/** Path of the array or block (`content.hero`) whose rows a field is in; empty outside of rows. */
export function rowContainer(path: string, fields: readonly FieldSchema[]): string {
  const [parent] = splitPath(path);
  if (parent === '') return '';
  const kind = fields.find((field) => field.path === parent)?.kind;
  return kind === 'rows' || kind === 'block' ? parent : rowContainer(parent, fields);
}

/** Splits a path into its parent, empty at the root, and its last name. */
export function splitPath(path: string): readonly [parent: string, name: string] {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? ['', path] : [path.slice(0, dot), path.slice(dot + 1)];
}
