import type { Document } from '../../../api/documents.js';
import { csvRow } from '../../../documents/csv.js';
import { valueAt } from '../../../documents/listed-value.js';

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';

/** Returns the CSV row of a document, with one value for each path. */
export function csvDocument(document: Document, paths: readonly string[]): string {
  return csvRow(paths.map((path) => valueAt(document, path)));
}
