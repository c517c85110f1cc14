/** A global before its first write: what it shows, and to whom. */
import type { DocumentAccess } from '../../access/document-access.js';
import { andConditionOnJson } from '../../query/compile/condition.js';
import { inView } from '../../query/merged-view.js';
import type { WhereNode } from '../../query/plan.js';
import type { Connection } from '../../storage/driver.js';
import type { IdSource } from '../../util/ids.js';
import { globalId, type StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import type { OperationContext } from '../operation-context.js';
import { type Completion, completeFields } from '../write/complete-value.js';
import { draftsSeenThrough } from './visible-state.js';

/** What a global shows before its first write: the defaults of its fields. */
export async function unwrittenGlobal(
  type: DocumentType,
  context: OperationContext,
): Promise<StoredDocument> {
  const data = type.defaults.any ? await type.defaults.apply({}, 'create', () => context.req) : {};
  // A required field without a default is empty here; the first write must give it a value.
  const completion: Completion = { ids: defaultRowIds(), issues: [] };
  const fields = completeFields(type.model.descriptor.fields, { data, prefix: '', completion });
  const head = { id: globalId, createdAt: null, updatedAt: null };
  return type.model.descriptor.drafts
    ? { ...head, _status: 'draft', _revision: 0, ...fields }
    : { ...head, _revision: 0, ...fields };
}

/** Rows keep their ids between reads, like stored ones, so the ETag stays the same, too. */
function defaultRowIds(): IdSource {
  let rows = 0;
  return () => {
    rows += 1;
    return `default-${rows}`;
  };
}

/** The constraint of a requester for reading a global. */
export interface UnwrittenCheck {
  readonly connection: Connection;
  /** Null: none. */
  readonly visible: WhereNode | null;
  readonly access: DocumentAccess | null;
  readonly context: OperationContext;
}

/**
 * What a global shows before its first write, if that meets the constraint; null otherwise. The database
 * compares it as it compares a version, so that a filter means the same before and after the first write.
 */
export async function shownUnwritten(
  type: DocumentType,
  { connection, visible, access, context }: UnwrittenCheck,
): Promise<StoredDocument | null> {
  const document = await unwrittenGlobal(type, context);
  if (visible === null || access === null) return document;
  const rows = { dialect: connection.dialect.sql, document: type.model.descriptor };
  const where = inView(visible, { seen: draftsSeenThrough(visible, access), rows: 'version' });
  const met = andConditionOnJson(rows, where, '"snapshot"');
  const sql = `SELECT 1 FROM (SELECT CAST(? AS text) AS "snapshot") AS "unwritten" WHERE "snapshot" IS NOT NULL${met.sql}`;
  const found = await connection.get(sql, [JSON.stringify(document), ...met.parameters]);
  return found === undefined ? null : document;
}
