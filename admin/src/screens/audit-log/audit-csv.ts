/** The audit log as a file for a spreadsheet. */
import type { AuthAuditEntry } from '../../../../templates/sdk/auth/answers.js';

const columns = [
  ...['at', 'type', 'outcome', 'userId', 'actorId', 'reason', 'ip', 'userAgent'],
  ...['sessionId', 'requestId', 'emailHash', 'id'],
] as const satisfies readonly (keyof AuthAuditEntry)[];

/** RFC 4180, section 2: rows end in CR LF. */
const endOfRow = '\r\n';

/**
 * Spreadsheets run a cell that begins so as a formula, and user agents are what strangers sent (OWASP, CSV Injection). An apostrophe in front makes it a
 * text; a quote around the cell does not.
 */
const opensFormula = /^[=+\-@\t\r]/;

/** The first row: names of the columns. */
export function auditCsvHead(): string {
  return columns.join(',') + endOfRow;
}

/** One row for each event. */
export function auditCsvRows(entries: readonly AuthAuditEntry[]): string {
  return entries.map((entry) => columns.map((name) => csvCell(entry[name])).join(',') + endOfRow).join('');
}

/** A value as a cell: null is empty, and what could be read as a formula is not. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  const text = opensFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
