import type { Value } from '../api/documents.js';

/** RFC 4180, section 2: rows end in CR LF. */
const endOfRow = '\r\n';

/**
 * Spreadsheets run a cell that begins so as a formula, in full-width signs too (OWASP, CSV Injection). An apostrophe in front makes it a
 * text; a quote around the cell does not.
 */
const opensFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A semicolon parts the cells where the comma is the decimal sign. */
const needsQuotes = /[",;\r\n]/;

/** Cells as a row of a file for a spreadsheet. */
export function csvRow(cells: readonly (Value | undefined)[]): string {
  return cells.map(csvCell).join(',') + endOfRow;
}

/** Nothing is an empty cell, and what has parts is JSON. Numbers are no formulas. */
export function csvCell(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = opensFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
