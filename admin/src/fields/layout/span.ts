import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';

/** The part of a line that a field takes: a class of `layout.css`. */
export type Span = 'full' | 'short' | 'half' | `${1 | 2 | 3}-${2 | 3 | 4}`;

const shortTypes: ReadonlySet<string> = new Set(['number', 'boolean', 'color', 'select', 'date']);
const halfTypes: ReadonlySet<string> = new Set(['email', 'url', 'slug', 'point', 'relationship']);

/** Longest texts that fit a short input, and one of half the width. */
const shortText = 32;
const halfText = 120;

export function spanOf(field: AdminFieldMeta): Span {
  if (field.width !== undefined) return field.width === 'full' ? 'full' : asSpan(field.width);
  if (field.widget !== undefined || field.hasMany === true) return 'full';
  // A moment does not fit: a clock of 12 hours is written in full.
  if (field.type === 'date' && field.time === true) return 'half';
  if (shortTypes.has(field.type)) return 'short';
  if (halfTypes.has(field.type)) return 'half';
  if (field.type !== 'text' || field.maxLength === undefined || field.maxLength > halfText) return 'full';
  return field.maxLength <= shortText ? 'short' : 'half';
}

/** Of a field in a row of so many: they share the line. */
export function spanInRow(field: AdminFieldMeta, count: number): Span {
  if (field.width !== undefined) return spanOf(field);
  return count <= 1 ? 'full' : count === 2 ? '1-2' : count === 3 ? '1-3' : '1-4';
}

function asSpan(width: Exclude<AdminFieldMeta['width'], undefined | 'full'>): Span {
  return width.replace('/', '-') as Span;
}
