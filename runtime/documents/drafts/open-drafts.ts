import type { DocumentAccess } from '../../access/document-access.js';
import { type HiddenPlan, withoutHidden } from '../../access/hidden-plan.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { andCondition } from '../../query/compile/condition.js';
import { inView } from '../../query/merged-view.js';
import type { WhereNode } from '../../query/plan.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { ReadSource, Row } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentState } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import type { ListOpenDrafts, OpenDraft } from '../operation.js';
import { accessOf, readableWhere } from '../read/read-rights.js';
import { draftsSeenThrough } from '../read/visible-state.js';
import { sameJson } from '../write/write-statements.js';
import { fieldsOf, findStates } from './stored-state.js';

/** Open drafts of the whole service. */
export function createOpenDrafts(
  environment: DocumentEnvironment,
  types: ReadonlyMap<DocumentDescriptor, DocumentType>,
): ListOpenDrafts {
  const { driver } = environment;
  return async (document, { limit, hidden, context }) => {
    const access = accessOf(environment, context);
    const visible = await readableWhere(access, document);
    const drafts = (await newestRows(driver, { document, visible, access, limit })).map((row) => ({
      id: String(row['id']),
      fields: fieldsOf(row),
    }));
    const type = types.get(document);
    // The pending fields reveal more than the visible differences only where some fields are restricted.
    if (type === undefined || type.restricted.size === 0) return drafts;
    return differingIn(await findStates(driver, { type, ids: drafts.map(({ id }) => id) }), {
      drafts,
      hidden,
    });
  };
}

interface Wanted {
  readonly document: DocumentDescriptor;
  /** The constraint for reading; null: none. */
  readonly visible: WhereNode | null;
  readonly access: DocumentAccess | null;
  readonly limit: number;
}

/**
 * The rows of drafts that meet the constraint, the newest first. Where a draft was discarded and the document
 * is published, the row that is left is none of them.
 */
function newestRows(
  driver: ReadSource,
  { document, visible, access, limit }: Wanted,
): Promise<readonly Row[]> {
  const pending = pendingDescriptor(document);
  const dialect = driver.dialect.sql;
  const readable =
    visible === null || access === null
      ? null
      : inView(visible, { seen: draftsSeenThrough(visible, access), rows: 'pending' });
  const { sql, parameters } = andCondition({ dialect, document: pending }, readable);
  const isOpen = `(${dialect.isFalse('r0."_live"')} OR CAST(r0."_fields" AS TEXT) <> '[]')`;
  return driver.all(
    `SELECT r0."id", r0."_fields" FROM ${quoteIdentifier(pending.table)} r0 WHERE ${isOpen}${sql} ` +
      'ORDER BY r0."updatedAt" DESC, r0."id" DESC LIMIT ?',
    [...parameters, limit],
  );
}

/** The same drafts with the fields in which they differ for a requester who does not see hidden fields. */
function differingIn(
  states: readonly DocumentState[],
  { drafts, hidden }: { readonly drafts: readonly OpenDraft[]; readonly hidden: HiddenPlan | null },
): readonly OpenDraft[] {
  const shown = (document: StoredDocument): JsonObject =>
    hidden === null ? document : withoutHidden(document, hidden);
  const differing = new Map(
    states.map(({ published, pending }): readonly [string, readonly string[]] => {
      if (published === null || pending === null) return [String(pending?.document['id']), []];
      const [before, after] = [shown(published), shown(pending.document)];
      const fields = pending.fields.filter((name) => !sameJson(before[name] ?? null, after[name] ?? null));
      return [String(published['id']), fields];
    }),
  );
  return drafts.map(({ id }) => ({ id, fields: differing.get(id) ?? [] }));
}
