/** Reads of documents in the trash. */

import { andCondition } from '../../query/compile/condition.js';
import { parseSort } from '../../query/parse/sort.js';
import { type TrashPlan, trashRowsOf } from '../../query/parse/trash-query.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, SqlValue } from '../../storage/driver.js';
import { nextSlice } from '../../util/slices.js';
import type { StoredDocument } from '../document-model.js';
import type { ListResult } from '../operation.js';
import type { DocumentResult, OperationContext } from '../operation-context.js';
import { type DocumentReader, wholeDocument } from '../read/document-reader.js';
import { headOf } from '../read/head-of.js';
import { OutgoingDocument } from '../read/outgoing-document.js';
import { admittedWhere, mayRead } from '../read/read-rights.js';
import { fittingDocument } from '../versions/fitting-data.js';
import { isAllowed } from '../write/decide-document.js';
import { findTrashed, shownOf, type TrashPlace, type TrashRight, trashRows } from './find-trashed.js';
import { type TrashedDocument, trashedOf } from './trash-store.js';

/** What reads of a trash need. */
export interface TrashReading extends TrashPlace {
  readonly connection: Connection;
  readonly reader: DocumentReader;
}

/** A page of documents in the trash, in the envelope of a list. */
export async function listTrash(
  reading: TrashReading,
  { plan, context }: { readonly plan: TrashPlan; readonly context: OperationContext },
): Promise<ListResult> {
  const { page, limit } = plan;
  const offset = (page - 1) * limit;
  const { docs, total, isCut } = await pageOf(reading, { plan, context, offset, limit });
  const texts: string[] = [];
  for (const document of docs) texts.push(await textOf(reading, document, context));
  const totalPages = limit === 0 ? 0 : Math.ceil(total / limit);
  const facts = {
    ...{ totalDocs: total, page, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 },
    ...(isCut && { truncated: true }),
  };
  return { json: `{"docs":[${texts.join(',')}],${JSON.stringify(facts).slice(1)}` };
}

/**
 * One document in the trash.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export async function readTrashed(
  reading: TrashReading,
  { id, context }: { readonly id: string; readonly context: OperationContext },
): Promise<DocumentResult> {
  const look = { id, rights: ['delete'], context, locks: false } as const;
  const trashed = await findTrashed(reading.connection, reading, look);
  const shown = shownOf(reading.descriptor, trashed, context.access);
  return { id, revision: Number(shown?.['_revision']), json: await textOf(reading, trashed, context) };
}

interface Asked {
  readonly plan: Pick<TrashPlan, 'sort' | 'where'>;
  readonly context: OperationContext;
  readonly offset: number;
  readonly limit: number;
}

interface FoundPage {
  readonly docs: readonly TrashedDocument[];
  readonly total: number;
  /** Whether a callback was not asked about all: what it was not asked about is in neither. */
  readonly isCut: boolean;
}

/**
 * Max documents on which a callback decides in one request. Each is read and given to code of the config, for
 * requesters without an account as well.
 */
const maxAsked = 1_000;

/** Max documents on which it decides where a thousand of them end for good. */
const maxAskedToEmpty = 10_000;

/** Rows that are read at once where a callback decides on each. */
const batch = 200;

async function pageOf(reading: TrashReading, asked: Asked): Promise<FoundPage> {
  const { access } = asked.context;
  const decidesEach = access?.verdict(reading.descriptor, 'delete') === 'ask';
  if (!decidesEach) {
    const rows = await rowsOf(reading, asked);
    const docs = await rows.read(asked.offset, asked.limit);
    // Another instance may have taken documents between the two statements.
    const seen = docs.length === 0 ? 0 : asked.offset + docs.length;
    return { docs, total: Math.max(seen, await rows.count()), isCut: false };
  }
  // The rule looks at each document: only this shows how many there are.
  const docs: TrashedDocument[] = [];
  let total = 0;
  const admitted = await admittedRows(reading, asked, { rights: ['delete'], max: maxAsked });
  for await (const document of admitted.documents) {
    if (total >= asked.offset && docs.length < asked.limit) docs.push(document);
    total += 1;
  }
  return { docs, total, isCut: admitted.isCut };
}

interface Asking {
  readonly rights: readonly TrashRight[];
  /** How many documents are asked about, of the first ones in the order. */
  readonly max: number;
}

interface Admitted {
  readonly documents: AsyncIterable<TrashedDocument>;
  /** Whether there are more documents than were asked about. */
  readonly isCut: boolean;
}

/**
 * The documents for which a callback grants each of these rights. Each is read and asked about once: pages by
 * offset would sort the whole trash for every batch.
 */
async function admittedRows(
  reading: TrashReading,
  asked: Pick<Asked, 'plan' | 'context'>,
  { rights, max }: Asking,
): Promise<Admitted> {
  const rows = await rowsOf(reading, asked);
  const ids = await rows.ids(max + 1);
  const { context } = asked;
  const some = { rows, ids: ids.slice(0, max), rights, context };
  return { documents: admittedAmong(reading, some), isCut: ids.length > max };
}

interface AskedRows {
  readonly rows: VisibleRows;
  readonly ids: readonly string[];
  readonly rights: readonly TrashRight[];
  readonly context: OperationContext;
}

async function* admittedAmong(
  reading: TrashReading,
  { rows, ids, rights, context }: AskedRows,
): AsyncGenerator<TrashedDocument> {
  for (let at = 0; at < ids.length; at += batch) {
    if (at > 0) await nextSlice();
    for (const document of await rows.among(ids.slice(at, at + batch))) {
      let isOpen = true;
      for (const right of rights) isOpen &&= await isAdmitted(reading, document, { context, right });
      if (isOpen) yield document;
    }
  }
}

/**
 * The documents that a requester may delete for good, the oldest first, and how many are left beyond `limit`:
 * of those that callbacks were asked about.
 */
export async function visibleIds(
  reading: TrashReading,
  { context, limit }: { readonly context: OperationContext; readonly limit: number },
): Promise<{ readonly ids: readonly string[]; readonly left: number }> {
  const { access } = context;
  const sort = parseSort('_deletedAt_asc', { collection: trashRowsOf(reading.descriptor) });
  const asked = { plan: { sort, where: null }, context, offset: 0, limit };
  const rights = (['delete', 'purge'] as const).filter(
    (right) => access?.verdict(reading.descriptor, right) === 'ask',
  );
  if (rights.length === 0) {
    const { docs, total } = await pageOf(reading, asked);
    return { ids: docs.map(({ id }) => id), left: total - docs.length };
  }
  const ids: string[] = [];
  let left = 0;
  const { documents } = await admittedRows(reading, asked, { rights, max: maxAskedToEmpty });
  for await (const { id } of documents) {
    if (ids.length < limit) ids.push(id);
    else left += 1;
  }
  return { ids, left };
}

interface AskedRight {
  readonly context: OperationContext;
  readonly right: TrashRight;
}

async function isAdmitted(
  { descriptor }: TrashReading,
  trashed: TrashedDocument,
  { context: { access }, right }: AskedRight,
): Promise<boolean> {
  const { id } = trashed;
  // As the requester sees it: a draft that they do not see must neither open nor close it.
  const document = shownOf(descriptor, trashed, access);
  return document === null || isAllowed({ access, descriptor, id, document }, right);
}

interface VisibleRows {
  read(offset: number, limit: number): Promise<readonly TrashedDocument[]>;
  /** Of the first ones in their order. */
  ids(max: number): Promise<readonly string[]>;
  among(ids: readonly string[]): Promise<readonly TrashedDocument[]>;
  count(): Promise<number>;
}

async function rowsOf(
  { connection, descriptor }: TrashReading,
  { plan: { sort, where }, context: { access } }: Pick<Asked, 'plan' | 'context'>,
): Promise<VisibleRows> {
  const dialect = connection.dialect.sql;
  const visible = await admittedWhere(access, descriptor, { operation: 'delete', id: undefined });
  const rows = trashRows(connection, descriptor, { access, visible });
  const met = andCondition({ dialect, document: trashRowsOf(descriptor) }, where);
  const from = `FROM ${rows.from} WHERE 1 = 1${rows.sql}${met.sql}`;
  const parameters = [...rows.parameters, ...met.parameters] as readonly SqlValue[];
  const order = sort.map(({ column, direction }) => {
    const name = `r0.${quoteIdentifier(column)}`;
    const last = column === 'title' ? `(${name} IS NULL), ` : '';
    return `${last}${name} ${direction === 'desc' ? 'DESC' : 'ASC'}`;
  });
  const ordered = `ORDER BY ${order.join(', ')}`;
  return {
    async ids(max) {
      const found = await connection.all(`SELECT r0."id" ${from} ${ordered} LIMIT ${max}`, parameters);
      return found.map(({ id }) => String(id));
    },
    async among(ids) {
      const isAmong = dialect.isAmong('r0."id"', 'text');
      const found = await connection.all(`SELECT r0.* ${from} AND ${isAmong} ${ordered}`, [
        ...parameters,
        JSON.stringify(ids),
      ]);
      return found.map(trashedOf);
    },
    async read(offset, limit) {
      if (limit === 0) return [];
      const found = await connection.all(
        `SELECT r0.* ${from} ${ordered} LIMIT ${dialect.rowLimit} OFFSET ?`,
        [...parameters, limit, offset],
      );
      return found.map(trashedOf);
    },
    async count() {
      const row = await connection.get(`SELECT count(*) AS "total" ${from}`, parameters);
      return Number(row?.['total'] ?? 0);
    },
  };
}

/** The document as the requester may see it, with when and by whom it was deleted. */
async function textOf(
  { type, descriptor, reader }: TrashReading,
  trashed: TrashedDocument,
  context: OperationContext,
): Promise<string> {
  const { access } = context;
  const shown = shownOf(descriptor, trashed, access);
  if (shown === null) throw new Error('A document was listed that the requester may not see.');
  const document = inForm(type, shown);
  const isDraft = shown !== trashed.state.published;
  const outgoing = OutgoingDocument.ofData(trashed.id, document, isDraft);
  const isReadable = await mayRead(access, descriptor, trashed.id);
  const [text = outgoing.text] = isReadable
    ? await reader.presentAll(type, [outgoing], wholeDocument, context)
    : [String(headOf(document).json)];
  const { deletedAt: _deletedAt, deletedBy: _deletedBy } = trashed;
  return `${text.slice(0, -1)},${JSON.stringify({ _deletedAt, _deletedBy }).slice(1)}`;
}

const builtIn: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', '_status', '_revision']);

/** With the fields of the current config: a removed field may have been hidden from the requester. */
function inForm(
  { model: { descriptor, completeFile } }: TrashPlace['type'],
  kept: StoredDocument,
): StoredDocument {
  const head = Object.entries(kept).filter(([name]) => builtIn.has(name));
  const document = { ...Object.fromEntries(head), ...fittingDocument(descriptor.fields, kept) };
  return completeFile === undefined ? document : completeFile(document);
}
