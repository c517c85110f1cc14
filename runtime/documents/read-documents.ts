import type { DocumentAccess } from '../access/document-access.js';
import { andCondition } from '../query/compile/condition.js';
import type { ReadShape } from '../query/plan.js';
import { populate } from '../relations/populate.js';
import type { PopulationSources } from '../relations/population-sources.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import { asRead } from './as-read.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import { withoutGaps } from './load-outgoing.js';
import type { DocumentResult, OperationContext } from './operation.js';
import type { OutgoingDocument } from './outgoing-document.js';
import type { StaleDocuments } from './stale-documents.js';
import { accessOf, readableWhere } from './visible.js';

/** Answers reads. */
export interface DocumentReader {
  /** Null when there is no such document, or none that whoever asks may see. */
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
export function isAsStored(type: DocumentType, shape: ReadShape, access: DocumentAccess | null): boolean {
  if (shape.depth !== 0 || shape.select !== null || type.hooks.afterRead.length > 0) return false;
  return access === null || access.fields.hiddenIn(type.model.descriptor) === null;
}

export function createDocumentReader(
  environment: Pick<DocumentEnvironment, 'secured'>,
  sources: PopulationSources,
  stale: StaleDocuments,
): DocumentReader {
  const { connection } = sources;

  async function readById(
    type: DocumentType,
    id: string,
    shape: ReadShape,
    context: OperationContext,
  ): Promise<DocumentResult | null> {
    const access = accessOf(environment, context);
    const { descriptor } = type.model;
    const visible = access === null ? null : await readableWhere(access, descriptor, id);
    const { sql, parameters } = andCondition(descriptor, visible);
    if (isAsStored(type, shape, access)) {
      const row = await connection.get(`${type.selectBytes}${sql}`, [id, ...parameters]);
      if (row === undefined) return null;
      const { json } = row;
      if (json instanceof Uint8Array) return { id, revision: Number(row['_revision']), json };
    }
    const row = await connection.get(
      `SELECT r0."_revision", r0."_doc" FROM ${quoteName(type.model.table)} r0 WHERE r0."id" = ?${sql}`,
      [id, ...parameters],
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
    accessOf(environment, context);
    const read = await asRead(type, documents, context);
    if (shape.depth === 0 && shape.select === null) return read.map((document) => document.text);
    return populate(sources, type, read, shape, context);
  }

  return { readById, present, presentAll };
}
