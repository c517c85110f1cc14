import { decideView } from '../access/decide-view.js';
import type { DocumentAccess } from '../access/document-access.js';
import type { FieldDescriptor } from '../codegen/descriptors.js';
import { draftsSeenThrough } from '../documents/is-visible.js';
import { ServiceError } from '../errors/service-error.js';
import { andCondition } from '../query/compile/condition.js';
import { dialectOf } from '../query/compile/dialects.js';
import { inView } from '../query/merged-view.js';
import type { Connection } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import type { Referrer } from './referrers.js';

/** Documents that forbid a deletion, by the field that refers to what would be deleted. */
export interface Restricting {
  readonly referrer: Pick<Referrer, 'type' | 'isPending' | 'name'> & { readonly field: FieldDescriptor };
  readonly ids: readonly string[];
}

/**
 * The 409 for a deletion that other documents forbid. It names the fields by which documents refer that the requester may see: a name alone would
 * tell that there is a hidden document, or a draft (contract, section 6).
 */
export async function restriction(
  connection: Connection,
  restricting: readonly Restricting[],
  access: DocumentAccess | null,
): Promise<ServiceError> {
  const names = new Set<string>();
  for (const one of restricting) {
    if (!names.has(one.referrer.name) && (await isSeen(connection, one, access)))
      names.add(one.referrer.name);
  }
  if (names.size === 0) {
    return new ServiceError('CONFLICT', 'The document cannot be deleted: other documents refer to it.');
  }
  return new ServiceError(
    'CONFLICT',
    `The document cannot be deleted: other documents refer to it by ${[...names].join(', ')}.`,
    {
      details: [...names].map((path) => ({
        path,
        message: 'Refers to the document and must not be left empty.',
      })),
    },
  );
}

/** Whether the requester may see one of the documents, in rows that they are shown, with the field that refers. */
async function isSeen(
  connection: Connection,
  { referrer: { type, isPending, field }, ids }: Restricting,
  access: DocumentAccess | null,
): Promise<boolean> {
  if (access === null) return true;
  const { descriptor } = type.model;
  if (isPending && decideView(descriptor, null, access) !== 'merged') return false;
  if (access.fields.hidden.has(field)) return false;
  const { allowed, where } = await access.read(descriptor);
  if (!allowed || where === null) return allowed;
  const { model } = isPending && type.pending !== null ? type.pending : type;
  const dialect = dialectOf(connection);
  const shown = inView(where, draftsSeenThrough(where, access), model.isPending ? 'pending' : 'published');
  const { sql, parameters } = andCondition({ dialect, document: model.descriptor }, shown);
  const row = await connection.get(
    `SELECT 1 AS "found" FROM ${quoteName(model.table)} r0 WHERE ${dialect.isAmong('r0."id"', 'text')}${sql} LIMIT 1`,
    [JSON.stringify(ids), ...parameters],
  );
  return row !== undefined;
}
