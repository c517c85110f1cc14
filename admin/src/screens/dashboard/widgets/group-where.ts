import type { AdminFieldMeta, AdminWidgetMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Value, Where } from '../../../api/documents.js';
import { rangeOf } from './group-range.js';

type GroupedField = Pick<AdminFieldMeta, 'operators' | 'time' | 'hasMany'>;

/** Returns the filter that shows the documents of a group; null where there is none. */
export function groupWhere(
  { field: path, by, offset = '+00:00' }: AdminWidgetMeta['groupBy'],
  key: Value,
  field: GroupedField,
): Where | null {
  const fitting = (operator: string, operand: Value): Where | null =>
    field.operators.includes(operator) ? { [path]: { [operator]: operand } } : null;
  if (key === null) return fitting('exists', false);
  if (by === undefined) return fitting(field.hasMany ? 'contains' : 'equals', key);
  const range = rangeOf(String(key), by);
  if (range === null) return null;
  const time = (date: Date): string =>
    field.time
      ? new Date(date.getTime() - milliseconds(offset)).toISOString()
      : date.toISOString().slice(0, 10);
  return { [path]: { gte: time(range.begin), lt: time(range.end) } };
}

function milliseconds(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
