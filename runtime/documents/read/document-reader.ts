import type { DocumentAccess } from '../../access/document-access.js';
import { changedSql, textWithChanged } from '../../query/compile/changed.js';
import { andCondition } from '../../query/compile/condition.js';
import type { ReadShape, RowKind } from '../../query/plan.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { SqlDialect } from '../../query/sql/sql-dialect.js';
import type { Connection, ReadSource, Row } from '../../storage/driver.js';
import { ReadTime } from '../../storage/read-time.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { DocumentModel } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { draftedColumn } from '../drafts/pending-drafts.js';
import type { DocumentResult, OperationContext } from '../operation-context.js';
import { populate } from '../relations/populate.js';
import type { PreparedPopulation } from '../relations/population-sources.js';
import { asReadPaced, isReadAsStored } from './as-read.js';
import { withVirtuals } from './compute-virtuals.js';
import { joinedJson } from './joined-json.js';
import { textRows, withoutGaps } from './load-outgoing.js';
import type { OutgoingDocument } from './outgoing-document.js';
import { ReadPace } from './read-pace.js';
import { accessOf, readableWhere } from './read-rights.js';
import { versionOf } from './read-statement.js';
import type { SeenRows } from './read-view.js';
import type { StaleDocuments } from './stale-documents.js';

/** Reads documents for responses. */
export interface DocumentReader {
  /** Null when there is no such document, or none that the requester may see. */
  readById(
    type: DocumentType,
    id: string,
    shape: ReadShape,
    context: OperationContext,
  ): Promise<DocumentResult | null>;
  /**
   * The response for a document in memory: one that was just written, or the default of a global that was
   * never written.
   */
  present(
    type: DocumentType,
    document: ReadableDocument,
    shape: ReadShape,
    context: OperationContext,
  ): Promise<DocumentResult>;
  /**
   * The texts of documents as `depth` and `select` say, after the `afterRead` hooks. `time`: that of the list
   * that they are part of.
   */
  presentAll(
    type: DocumentType,
    documents: readonly OutgoingDocument[],
    shape: ReadShape,
    context: OperationContext,
    time?: ReadTime,
  ): Promise<readonly string[]>;
}

/** A document and its revision. */
export interface ReadableDocument {
  readonly document: OutgoingDocument;
  readonly revision: number;
}

/** The response of a write: the whole document at depth 0. */
export const wholeDocument: ReadShape = { depth: 0, select: null, draft: null };

/** Whether documents are returned as they are stored, so that they need no parsing. */
export function isAsStored(type: DocumentType, shape: ReadShape, access: DocumentAccess | null): boolean {
  return shape.depth === 0 && shape.select === null && type.virtuals === null && isReadAsStored(type, access);
}

/** The sources of documents, and the prepared population. */
export interface DocumentSources extends PreparedPopulation {
  readonly connection: ReadSource;
}

export function createDocumentReader(
  environment: Pick<DocumentEnvironment, 'secured'>,
  sources: DocumentSources,
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
    const view = sources.views(shape, access);
    const { sql: dialect } = connection.dialect;
    const versioned = versionColumn(connection);
    const find = (columnsOf: ColumnsOf): Promise<FoundRow> =>
      view.read(descriptor, visible, async (rows, draftedSql) => {
        const drafted = draftedColumn(draftedSql);
        const columns: ColumnsOf = (kind, isMerged) => `${columnsOf(kind, isMerged)}${drafted}${versioned}`;
        const row = await findRow(connection, { type, id, rows, columns });
        return { answer: { row, isMerged: rows.drafts !== null }, row };
      });
    if (isAsStored(type, shape, access)) {
      const { row } = await find((rows, isMerged) => bytesColumns(rows, isMerged, dialect));
      if (row === undefined) return null;
      const { json } = row;
      if (json instanceof Uint8Array || typeof json === 'string') return { ...headOf(id, row), json };
    }
    const { row, isMerged } = await find((rows, isMerged) =>
      isMerged ? `${textColumns}, ${changedSql(rows, 'r0', dialect)} AS "changed"` : textColumns,
    );
    if (row === undefined) return null;
    const found = textRows([row], isMerged);
    stale.renew(type, found);
    const [document] = await withoutGaps(connection, type, found);
    if (document === undefined) return null;
    const [json = document.text] = await presentAll(type, [document], shape, context);
    return { ...headOf(id, row), json: await joinedJson('', [json], '') };
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
    time = new ReadTime(),
  ): Promise<readonly string[]> {
    const access = accessOf(environment, context);
    if (isAsStored(type, shape, access)) return documents.map((document) => document.text);
    const pace = new ReadPace(connection, shape, { clientSignal: context.clientSignal, time });
    try {
      if (type.hooks.afterRead.length > 0) pace.callsOut();
      const read = await asReadPaced(documents, { type, context, pace });
      const isWhole = shape.depth === 0 && shape.select === null;
      const texts = isWhole
        ? await textsOf(await withVirtuals(read, { type, select: null, context, pace }), pace)
        : await populate(read, {
            sources: { ...sources, pace },
            type,
            shape: shapeOfRelated(shape),
            context,
          });
      pace.finish();
      return texts;
    } catch (error) {
      throw pace.fail(error);
    }
  }

  return { readById, present, presentAll };
}

function shapeOfRelated(shape: ReadShape): ReadShape {
  return shape.isPreview === true ? { ...shape, draft: false } : shape;
}

async function textsOf(documents: readonly OutgoingDocument[], pace: ReadPace): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { text } of documents) {
    texts.push(text);
    if (pace.isDue(text.length)) await pace.pause();
  }
  return texts;
}

const textColumns = 'r0."id", r0."_revision", r0."_doc"';

interface Sought {
  readonly type: DocumentType;
  readonly id: string;
  readonly rows: SeenRows;
  readonly columns: ColumnsOf;
}

/** The columns of a row of one table, in the merged view or in the published one. */
type ColumnsOf = (rows: RowKind, isMerged: boolean) => string;

function bytesColumns(rows: RowKind, isMerged: boolean, dialect: SqlDialect): string {
  const text = isMerged ? textWithChanged(rows, 'r0', dialect) : 'r0."_doc"';
  return `r0."_revision", ${dialect.textBytes(text)} AS "json"`;
}

interface FoundRow {
  readonly row: Row | undefined;
  readonly isMerged: boolean;
}

const statementsById = new WeakMap<DocumentModel, Map<string, string>>();

/** Kept, since drivers look their statements up by the text, which takes longer for a new one. */
function selectById(model: DocumentModel, columns: string): string {
  const known = statementsById.get(model) ?? new Map<string, string>();
  statementsById.set(model, known);
  const sql =
    known.get(columns) ?? `SELECT ${columns} FROM ${quoteIdentifier(model.table)} r0 WHERE r0."id" = ?`;
  known.set(columns, sql);
  return sql;
}

/** The row of a document: in the merged view the pending one, and if there is none, the published one. */
async function findRow(
  connection: Connection,
  { type: { model }, id, rows: { where, drafts, isMerged }, columns }: Sought,
): Promise<Row | undefined> {
  if (drafts === null && where === null)
    return connection.get(selectById(model, columns('published', isMerged)), [id]);
  const dialect = connection.dialect.sql;
  const published = andCondition({ dialect, document: model.descriptor }, where);
  const select = (kind: RowKind, table: string, more: string): string =>
    `SELECT ${columns(kind, isMerged)}${more} FROM ${quoteIdentifier(table)} r0 WHERE r0."id" = ?`;
  if (drafts === null) {
    return connection.get(`${select('published', model.table, '')}${published.sql}`, [
      id,
      ...published.parameters,
    ]);
  }
  const pending = andCondition({ dialect, document: drafts.document }, drafts.where);
  const shared = `SELECT 1 FROM ${quoteIdentifier(model.table)} p WHERE p."id" = r0."id" AND p."_revision" = r0."_revision"`;
  return connection.get(
    `${select('pending', drafts.document.table, `, 1 AS "pending", CASE WHEN EXISTS (${shared}) THEN 1 ELSE 0 END AS "shared"`)}${pending.sql} ` +
      `UNION ALL ${select('published', model.table, ', 0, 0')}${published.sql}`,
    [id, ...pending.parameters, id, ...published.parameters],
  );
}

/** The state of the database in which a row was read, where a statement can return it. */
function versionColumn({ versionSql }: ReadSource): string {
  return versionSql === null ? '' : `, ${versionSql} AS "version"`;
}

function headOf(id: string, row: Row): Omit<DocumentResult, 'json'> {
  const head = { id, revision: Number(row['_revision']) };
  const version = versionOf(row);
  const known = version === null ? head : { ...head, version };
  return row['shared'] === 1 ? { ...known, isSharedRevision: true } : known;
}
