import type { ReadShape } from '../query/plan.js';
import { populate } from '../relations/populate.js';
import type { PopulationSources } from '../relations/population-sources.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import type { DocumentType } from './document-type.js';
import { withoutGaps } from './load-outgoing.js';
import type { DocumentResult, OperationContext } from './operation.js';
import type { OutgoingDocument } from './outgoing-document.js';
import { runAfterRead } from './run-after-read.js';
import type { StaleDocuments } from './stale-documents.js';

/** Answers reads. */
export interface DocumentReader {
  /** Null when there is no such document. */
  readById(
    type: DocumentType,
    id: string,
    shape: ReadShape,
    context: OperationContext,
  ): Promise<DocumentResult | null>;
  /** The answer for a document that is at hand: one that was just written, or that stands for one never written. */
  present(
    type: DocumentType,
    document: ReadableDocument,
    shape: ReadShape,
    context: OperationContext,
  ): Promise<DocumentResult>;
  /** The texts of documents as `depth` and `select` say, after the `afterRead` hooks. */
  presentAll(
    type: DocumentType,
    documents: readonly OutgoingDocument[],
    shape: ReadShape,
    context: OperationContext,
  ): Promise<readonly string[]>;
}

/** A document and its revision. */
export interface ReadableDocument {
  readonly document: OutgoingDocument;
  readonly revision: number;
}

/** The answer of a write: the whole document at depth 0. */
export const wholeDocument: ReadShape = { depth: 0, select: null, draft: null };

/** Whether documents go out as they are stored, so that nobody need look inside. */
export function isAsStored(type: DocumentType, shape: ReadShape): boolean {
  return shape.depth === 0 && shape.select === null && type.hooks.afterRead.length === 0;
}

export function createDocumentReader(sources: PopulationSources, stale: StaleDocuments): DocumentReader {
  const { connection } = sources;

  async function readById(
    type: DocumentType,
    id: string,
    shape: ReadShape,
    context: OperationContext,
  ): Promise<DocumentResult | null> {
    if (isAsStored(type, shape)) {
      const row = await connection.get(type.selectBytes, [id]);
      if (row === undefined) return null;
      const { json } = row;
      if (json instanceof Uint8Array) return { id, revision: Number(row['_revision']), json };
    }
    const row = await connection.get(
      `SELECT "_revision", "_doc" FROM ${quoteName(type.model.table)} WHERE "id" = ?`,
      [id],
    );
    if (row === undefined) return null;
    const text = typeof row['_doc'] === 'string' ? row['_doc'] : null;
    if (text === null) stale.renew(type, [id]);
    const [document] = await withoutGaps(connection, type.model, [{ id, text }]);
    if (document === undefined) return null;
    return present(type, { document, revision: Number(row['_revision']) }, shape, context);
  }

  async function present(
    type: DocumentType,
    { document, revision }: ReadableDocument,
    shape: ReadShape,
    context: OperationContext,
  ): Promise<DocumentResult> {
    const [json = document.text] = await presentAll(type, [document], shape, context);
    return { id: document.id, revision, json };
  }

  async function presentAll(
    type: DocumentType,
    documents: readonly OutgoingDocument[],
    shape: ReadShape,
    context: OperationContext,
  ): Promise<readonly string[]> {
    const read = await runAfterRead(type, documents, context);
    if (shape.depth === 0 && shape.select === null) return read.map((document) => document.text);
    return populate(sources, type, read, shape, context);
  }

  return { readById, present, presentAll };
}
