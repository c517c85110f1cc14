import type { Value } from '../api/documents.js';

/** RFC 4180, section 2: rows end in CR LF. */
const endOfRow = '\r\n';

/**
 * Spreadsheets run a cell that begins with one of these as a formula, also with full-width signs (OWASP, CSV
 * Injection). A leading apostrophe makes it a text; quotes around the cell do not.
 */
const opensFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Includes the semicolon, which separates cells in languages with a decimal comma. */
const needsQuotes = /[",;\r\n]/;

/** Returns the cells as one row of a CSV file. */
export function csvRow(cells: readonly (Value | undefined)[]): string {
  return cells.map(csvCell).join(',') + endOfRow;
}

/**
 * Returns a value as a cell: no value is an empty cell, objects and lists are JSON. Numbers are never escaped
 * as formulas.
 */
export function csvCell(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = opensFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
