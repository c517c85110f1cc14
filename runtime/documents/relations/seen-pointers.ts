import { decideView } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { andCondition } from '../../query/compile/condition.js';
import { inView } from '../../query/merged-view.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { draftsSeenThrough } from '../read/visible-state.js';
import type { Referrer } from './referrers.js';

/** The properties of a referring field that decide who may see its references. */
export type TellingReferrer = Pick<Referrer, 'type' | 'isPending'> & { readonly field: FieldDescriptor };

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
  if (access === null || ids.length === 0) return ids;
  const { descriptor } = type.model;
  if (isPending && decideView(descriptor, null, access) !== 'merged') return [];
  if (access.fields.hidden.has(field)) return [];
  return isPending && type.pending !== null
    ? readableAmong(connection, { descriptor, rows: type.pending.model.descriptor, ids, access })
    : readableAmong(connection, { descriptor, ids, access });
}

/** Documents of which the requester may read some. */
export interface ReadDocuments {
  readonly descriptor: DocumentDescriptor;
  /** The descriptor of the rows of pending drafts, where these are read. */
  readonly rows?: DocumentDescriptor;
  readonly ids: readonly string[];
  readonly access: DocumentAccess | null;
}

/** The documents that the requester may read. */
export async function readableAmong(
  connection: Connection,
  { descriptor, rows = descriptor, ids, access }: ReadDocuments,
): Promise<readonly string[]> {
  if (access === null || ids.length === 0) return ids;
  const { allowed, where } = await access.read(descriptor);
  if (!allowed) return [];
  if (where === null) return ids;
  const dialect = connection.dialect.sql;
  const shown = inView(where, {
    seen: draftsSeenThrough(where, access),
    rows: rows === descriptor ? 'published' : 'pending',
  });
  const { sql, parameters } = andCondition({ dialect, document: rows }, shown);
  const found = await connection.all(
    `SELECT r0."id" FROM ${quoteIdentifier(rows.table)} r0 WHERE ${dialect.isAmong('r0."id"', 'text')}${sql}`,
    [JSON.stringify(ids), ...parameters],
  );
  return found.map(({ id }) => String(id));
}
