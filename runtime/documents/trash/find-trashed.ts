import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { andConditionOnJson } from '../../query/compile/condition.js';
import type { Statement } from '../../query/compile/statement.js';
import { type DraftsSeen, inView, noDrafts } from '../../query/merged-view.js';
import type { WhereNode } from '../../query/plan.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { trashTable } from '../../storage/schema/table-names.js';
import type { StoredDocument } from '../document-model.js';
import { newestOf } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { notFound } from '../not-found.js';
import type { OperationContext } from '../operation-context.js';
import { checkRevision } from '../read/found-document.js';
import { admittedWhere } from '../read/read-rights.js';
import { draftsSeenThrough } from '../read/visible-state.js';
import { decideOn } from '../write/decide-document.js';
import type { ExpectedRevisions } from '../write/intent.js';
import type { TrashedDocument, TrashStore } from './trash-store.js';

/** The rights that are asked for besides seeing the document. */
export type TrashRight = 'delete' | 'purge';

/** A collection with a trash. */
export interface TrashPlace {
  readonly type: DocumentType;
  readonly descriptor: CollectionDescriptor;
  readonly trash: TrashStore;
}

/** The collection as one with trash; null where it has none. */
export function placeOf(type: DocumentType): TrashPlace | null {
  const { descriptor } = type.model;
  if (type.trash === null || descriptor.kind !== 'collection') return null;
  return { type, descriptor, trash: type.trash };
}

/** What is read of a trash, and for whom. */
export interface TrashLook {
  readonly id: string;
  readonly expected?: ExpectedRevisions;
  readonly rights: readonly TrashRight[];
  readonly context: OperationContext;
  /** Whether no other transaction may take the document until this one ends. */
  readonly locks: boolean;
}

/**
 * A document in the trash that the requester may see there.
 *
 * @throws ServiceError NOT_FOUND; FORBIDDEN where a callback denies, that for reading too; CONFLICT for
 * another revision than the client expects.
 */
export async function findTrashed(
  connection: Connection,
  { type, descriptor, trash }: TrashPlace,
  { id, expected = 'any', rights, context, locks }: TrashLook,
): Promise<TrashedDocument> {
  const { access } = context;
  const missing = (): Error => notFound(type.model.name, id);
  const found = await trash.find(connection, id, { locks });
  if (found === null) throw missing();
  const [operation = 'delete'] = rights;
  const visible = await admittedWhere(access, descriptor, { operation, id });
  if (access !== null && visible !== null) {
    const rows = trashRows(connection, descriptor, { access, visible });
    const seen = await connection.get(`SELECT 1 FROM ${rows.from} WHERE r0."id" = ?${rows.sql}`, [
      id,
      ...rows.parameters,
    ]);
    if (seen === undefined) throw missing();
  }
  const isUnseen = found.state.published === null && !seesDrafts(descriptor, access);
  const document = shownOf(descriptor, found, access) ?? newestOf(found.state);
  if (document !== null) {
    const subject = { id, data: document, document };
    for (const operation of rights) await decideOn(access, { descriptor, operation, subject, isUnseen });
  }
  if (isUnseen) throw missing();
  checkRevision(type, { found: { state: found.state }, expected, access });
  return found;
}

/** The document as the requester sees it; null where it is a draft that they do not see. */
export function shownOf(
  descriptor: CollectionDescriptor,
  { state }: TrashedDocument,
  access: DocumentAccess | null,
): StoredDocument | null {
  return seesDrafts(descriptor, access) ? newestOf(state) : state.published;
}

/** The rows of a trash as `r0`, and the conditions under which a requester sees them. */
export interface TrashRows extends Statement {
  readonly from: string;
}

/**
 * Constraints for reading are tested on the values that the trash has kept. A published document below a
 * pending draft must meet them as well: a restore publishes it again, and the title of the row is its title.
 */
export function trashRows(
  { dialect }: Pick<Connection, 'dialect'>,
  descriptor: CollectionDescriptor,
  { access, visible }: { readonly access: DocumentAccess | null; readonly visible: WhereNode | null },
): TrashRows {
  const isMerged = seesDrafts(descriptor, access);
  const shown = isMerged ? 'COALESCE("pending", "published")' : '"published"';
  const from = `(SELECT t.*, ${shown} AS "shown" FROM ${quoteIdentifier(trashTable(descriptor))} t) r0`;
  if (visible === null || access === null) {
    return { from, sql: ' AND "shown" IS NOT NULL', parameters: [] };
  }
  const met = (column: string, seen: DraftsSeen): Statement => {
    const where = inView(visible, { seen, rows: 'version' });
    return andConditionOnJson({ dialect: dialect.sql, document: descriptor }, where, column);
  };
  const ofShown = met('r0."shown"', draftsSeenThrough(visible, access));
  const sql = ` AND "shown" IS NOT NULL${ofShown.sql}`;
  if (!isMerged) return { from, sql, parameters: ofShown.parameters };
  const ofPublished = met('r0."published"', noDrafts);
  const isAlone = 'r0."pending" IS NULL OR r0."published" IS NULL';
  return {
    from,
    sql: `${sql} AND (${isAlone} OR (1 = 1${ofPublished.sql}))`,
    parameters: [...ofShown.parameters, ...ofPublished.parameters],
  };
}
