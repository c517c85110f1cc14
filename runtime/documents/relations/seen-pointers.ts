import { decideView } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
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
  const { allowed, where } = await access.read(descriptor);
  if (!allowed) return [];
  if (where === null) return ids;
  const { model } = isPending && type.pending !== null ? type.pending : type;
  const dialect = connection.dialect.sql;
  const shown = inView(where, {
    seen: draftsSeenThrough(where, access),
    rows: model.isPending ? 'pending' : 'published',
  });
  const { sql, parameters } = andCondition({ dialect, document: model.descriptor }, shown);
  const rows = await connection.all(
    `SELECT r0."id" FROM ${quoteIdentifier(model.table)} r0 WHERE ${dialect.isAmong('r0."id"', 'text')}${sql}`,
    [JSON.stringify(ids), ...parameters],
  );
  return rows.map(({ id }) => String(id));
}
