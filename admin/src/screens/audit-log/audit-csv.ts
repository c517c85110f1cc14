/** The audit log as a file for a spreadsheet. */
import type { AuthAuditEntry } from '../../../../templates/sdk/auth/answers.js';
import { csvRow } from '../../documents/csv.js';

const columns = [
  ...['at', 'type', 'outcome', 'userId', 'actorId', 'reason', 'ip', 'userAgent'],
  ...['sessionId', 'requestId', 'emailHash', 'id'],
] as const satisfies readonly (keyof AuthAuditEntry)[];

/** Returns the first row, with the names of the columns. */
export function auditCsvHead(): string {
  return csvRow(columns);
}

/** Returns one row for each event. */
export function auditCsvRows(entries: readonly AuthAuditEntry[]): string {
  return entries.map((entry) => csvRow(columns.map((name) => entry[name]))).join('');
}
