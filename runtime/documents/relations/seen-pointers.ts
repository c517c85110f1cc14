import { decideView } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { andCondition } from '../../query/compile/condition.js';
import type { Statement } from '../../query/compile/statement.js';
import { inView } from '../../query/merged-view.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { draftsSeenThrough } from '../read/visible-state.js';
import type { NamingField } from './referrers.js';

/** The properties of a referring field that decide who may see its references. */
export type TellingReferrer = Pick<NamingField, 'type' | 'isPending' | 'field'>;

/**
 * The documents that the requester may see, in the view that they see, with the field that refers: a count or
 * a name of others would reveal a hidden document, value or draft (docs/spec/contract.md#views).
 */
export async function seenAmong(
  connection: Connection,
  {
    referrer: { type, isPending, field },
    ids,
    access,
  }: {
    readonly referrer: TellingReferrer;
    readonly ids: readonly string[];
    readonly access: DocumentAccess | null;
  },
): Promise<readonly string[]> {
  if (ids.length === 0 || access === null) return ids;
  const rows = rowsThrough({ type, isPending, field }, access);
  return rows === null ? [] : readableAmong(connection, { ...rows, ids, access });
}

/** The rows that refer by a field; null where the requester sees no reference by it. */
export function rowsThrough(
  { type, isPending, field }: TellingReferrer,
  access: DocumentAccess | null,
): DocumentRows | null {
  const { descriptor } = type.model;
  const rows = isPending && type.pending !== null ? type.pending.model.descriptor : descriptor;
  if (access === null) return { descriptor, rows };
  if (isPending && decideView(descriptor, null, access) !== 'merged') return null;
  return access.fields.hidden.has(field) ? null : { descriptor, rows };
}

/** Rows of documents: the published ones, or those of pending drafts. */
export interface DocumentRows {
  readonly descriptor: DocumentDescriptor;
  /** The descriptor with the table of the rows. */
  readonly rows: DocumentDescriptor;
}

/** Documents of which the requester may read some. */
interface ReadDocuments extends DocumentRows {
  readonly ids: readonly string[];
  readonly access: DocumentAccess | null;
}

/** The documents that the requester may read. */
export async function readableAmong(
  connection: Connection,
  { ids, access, ...rows }: ReadDocuments,
): Promise<readonly string[]> {
  if (ids.length === 0) return ids;
  const among = {
    sql: connection.dialect.sql.isAmong('r0."id"', 'text'),
    parameters: [JSON.stringify(ids)],
  };
  const readable = await readableRows(connection, { ...rows, access }, among);
  if (readable === 'none') return [];
  if (readable === 'all') return ids;
  const found = await connection.all(readable.sql, readable.parameters);
  return found.map(({ id }) => String(id));
}

/**
 * The statement that selects the ids of the rows that the requester may read, among those that meet a
 * condition; `all` and `none` where the rows need not be looked at.
 */
export async function readableRows(
  connection: Pick<Connection, 'dialect'>,
  { descriptor, rows, access }: DocumentRows & { readonly access: DocumentAccess | null },
  among: Statement,
): Promise<Statement | 'all' | 'none'> {
  if (access === null) return 'all';
  const { allowed, where } = await access.read(descriptor);
  if (!allowed) return 'none';
  if (where === null) return 'all';
  const shown = inView(where, {
    seen: draftsSeenThrough(where, access),
    rows: rows === descriptor ? 'published' : 'pending',
  });
  const condition = andCondition({ dialect: connection.dialect.sql, document: rows }, shown);
  return {
    sql: `SELECT r0."id" FROM ${quoteIdentifier(rows.table)} r0 WHERE ${among.sql}${condition.sql}`,
    parameters: [...among.parameters, ...condition.parameters],
  };
}
