import type { Document, Value } from '../../../api/documents.js';
import { valueAt } from '../value-at.js';

/** RFC 4180, section 2: rows end in CR LF. */
const endOfRow = '\r\n';

/**
 * Spreadsheets run a cell that begins so as a formula (OWASP, CSV Injection). An apostrophe in front makes it a text; a quote around the cell
 * does not. Numbers are none of these.
 */
const opensFormula = /^[=+\-@\t\r]/;

/** Says to spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

export function csvRow(cells: readonly (Value | undefined)[]): string {
  return cells.map(csvCell).join(',') + endOfRow;
}

export function csvDocument(document: Document, paths: readonly string[]): string {
  return csvRow(paths.map((path) => valueAt(document, path)));
}

/** Nothing is an empty cell, and what has parts is JSON. */
export function csvCell(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = opensFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
