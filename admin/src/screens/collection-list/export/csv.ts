import type { Document } from '../../../api/documents.js';
import { csvRow } from '../../../documents/csv.js';
import { valueAt } from '../value-at.js';

/** Says to spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

export function csvDocument(document: Document, paths: readonly string[]): string {
  return csvRow(paths.map((path) => valueAt(document, path)));
}
