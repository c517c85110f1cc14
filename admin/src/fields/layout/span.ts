import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Room } from '../field-type.js';
import { fieldTypeOf } from '../types/index.js';

/** The part of a line that a field takes: a class of `layout.css`. */
export type Span = Room | `${1 | 2 | 3}-${2 | 3 | 4}`;

export function spanOf(field: AdminFieldMeta): Span {
  if (field.width !== undefined) return field.width === 'full' ? 'full' : asSpan(field.width);
  if (field.widget !== undefined) return 'full';
  // Several values wrap; files are below each other, with their names.
  if (field.hasMany === true) return field.type === 'upload' ? 'full' : 'half';
  return fieldTypeOf(field).room?.(field) ?? 'full';
}

/** Of a field in a row of so many: they share the line. */
export function spanInRow(field: AdminFieldMeta, count: number): Span {
  if (field.width !== undefined) return spanOf(field);
  return count <= 1 ? 'full' : count === 2 ? '1-2' : count === 3 ? '1-3' : '1-4';
}

function asSpan(width: Exclude<AdminFieldMeta['width'], undefined | 'full'>): Span {
  return width.replace('/', '-') as Span;
}
