import { type HiddenPlan, withoutHidden } from '../../access/hidden-plan.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Driver } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentState } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import type { ListOpenDrafts, OpenDraft } from '../operation.js';
import { sameJson } from '../write/write-statements.js';
import { fieldsOf, findStates } from './stored-state.js';

/** Open drafts of the whole service. */
export function createOpenDrafts(
  driver: Driver,
  types: ReadonlyMap<DocumentDescriptor, DocumentType>,
): ListOpenDrafts {
  return async (document, { limit, hidden }) => {
    const { table } = pendingDescriptor(document);
    const rows = await driver.all(
      `SELECT "id", "_fields" FROM ${quoteIdentifier(table)} ORDER BY "updatedAt" DESC, "id" DESC LIMIT ?`,
      [limit],
    );
    const drafts = rows.map((row) => ({ id: String(row['id']), fields: fieldsOf(row) }));
    const type = types.get(document);
    // The pending fields reveal more than the visible differences only where some fields are restricted.
    if (type === undefined || type.restricted.size === 0) return drafts;
    return differingIn(await findStates(driver, { type, ids: drafts.map(({ id }) => id) }), {
      drafts,
      hidden,
    });
  };
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
