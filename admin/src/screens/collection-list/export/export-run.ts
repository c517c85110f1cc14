import type { CollectionApi, FindQuery } from '../../../api/documents.js';
import { csvRow } from '../../../documents/csv.js';
import { documentsByCursor } from '../documents-by-cursor.js';
import { byteOrderMark, csvDocument } from './csv.js';

export interface ExportOptions {
  readonly format: 'csv' | 'json';
  /** Their documents follow each other in the file. */
  readonly queries: readonly Pick<FindQuery, 'where' | 'search' | 'unused' | 'sort' | 'select'>[];
  /** Paths of the CSV columns. */
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (documents: number) => void;
}

export interface ExportedFile {
  readonly file: Blob;
  readonly documents: number;
}

/**
 * Reads everything that matches a query into a file, page by page. Each part becomes a blob at once, which
 * the browser may keep on disk.
 */
export async function exportDocuments(
  collection: CollectionApi,
  options: ExportOptions,
): Promise<ExportedFile> {
  const { format, queries, paths, signal, onProgress } = options;
  const isCsv = format === 'csv';
  const parts: Blob[] = [new Blob([isCsv ? byteOrderMark + csvRow(paths) : '['])];
  let documents = 0;
  for (const query of queries) {
    for await (const docs of documentsByCursor(collection, query, signal)) {
      const texts = docs.map((document, index) =>
        isCsv
          ? csvDocument(document, paths)
          : (documents + index > 0 ? ',\n' : '\n') + JSON.stringify(document),
      );
      parts.push(new Blob(texts));
      documents += docs.length;
      onProgress(documents);
    }
  }
  if (!isCsv) parts.push(new Blob(['\n]\n']));
  return { file: new Blob(parts, { type: isCsv ? 'text/csv' : 'application/json' }), documents };
}
