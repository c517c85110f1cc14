/** The column of a value, and reading from it. */
import type { JsonValue } from '../../util/json.js';
import type { ColumnRow, ColumnType, FieldColumn } from '../field-type.js';

/** A field whose value is in one column; inside rows it has none. */
export interface OneColumn {
  readonly column?: string;
}

export function oneColumn({ column }: OneColumn, type: ColumnType): readonly FieldColumn[] {
  return column === undefined ? [] : [{ name: column, type }];
}

/** The value of a column; null if there is none. */
export function columnValue(name: string | undefined, row: ColumnRow): string | number | null {
  const value = name === undefined ? null : row[name];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** A value that its column keeps as JSON. */
export function parsedColumn({ column }: OneColumn, row: ColumnRow, empty: JsonValue): JsonValue {
  const value = columnValue(column, row);
  return typeof value === 'string' ? (JSON.parse(value) as JsonValue) : empty;
}
