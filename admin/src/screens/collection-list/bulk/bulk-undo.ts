import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../../runtime/util/json.js';
import type { Api } from '../../../api/api.js';
import type { BulkRow, BulkStep, Data, Document } from '../../../api/documents.js';
import { valueAt, withValueAt } from '../../../documents/path.js';
import { isSame } from '../../../documents/same.js';
import { contentOf } from '../../../documents/stored-document.js';
import { resultOf } from './bulk-act.js';
import type { BulkAct, BulkItem, BulkResult } from './bulk-run.js';
import type { BulkEdit, BulkWork } from './bulk-work.js';
import { changedLeaves } from './edit-body.js';
import { hasValueAt } from './field-change.js';

/** Documents whose former values are kept, in memory, until the dialog is closed. */
export const maxUndoable = 1000;

/** Tells that only a part of what undoes the work was done with a document. */
export class PartlyUndone extends Error {}

/** What brings a document back to its former state. */
export interface UndoEntry {
  readonly item: BulkItem;
  /** Each is sent when the one before it has succeeded, for the revision that it has returned. */
  readonly steps: readonly BulkStep[];
}

/**
 * Whether some work can be undone. A deletion has the trash; for the others the service has an inverse, which
 * needs the former state: who sees no drafts does not know it.
 */
export function canUndo({ drafts, readDrafts }: AdminCollectionMeta, { action }: BulkWork): boolean {
  return (action === 'edit' || action === 'publish' || action === 'unpublish') && (!drafts || readDrafts);
}

/**
 * Whether the work can be undone for a document. Published content below pending changes is replaced when
 * these are published, and lost when the document is unpublished (docs/drafts.md).
 */
export function isUndoable({ action }: BulkWork, { isPending = false }: BulkItem): boolean {
  return action === 'edit' || !isPending;
}

/** Returns the act, which also notes what undoes its work. */
export function noting(
  act: BulkAct,
  noted: UndoEntry[],
  { api, meta, work }: { readonly api: Api; readonly meta: AdminCollectionMeta; readonly work: BulkWork },
): BulkAct {
  return async (items) => {
    const former = await formerStates(api, meta, { work, items });
    const results = await act(items);
    results.forEach((result, index) => {
      const item = items[index];
      const state = former.get(item?.id ?? '');
      if (item === undefined || state === undefined || !('outcome' in result)) return;
      if (result.outcome !== 'done' || result.revision === undefined) return;
      const steps = stepsBack(work, state, { id: item.id, ifMatch: result.revision, drafts: meta.drafts });
      if (steps.length > 0) noted.push({ item, steps });
    });
    return results;
  };
}

/** Returns the act that undoes noted work. What was changed since then is not overwritten. */
export function undoing(api: Api, meta: AdminCollectionMeta, noted: readonly UndoEntry[]): BulkAct {
  // After a rate limit the act is called again: what was sent before is not sent twice.
  const left = new Map(noted.map(({ item, steps }) => [item.id, steps]));
  const refused = new Map<string, BulkResult>();
  /** Sends the next step of each document; returns whether there was one. */
  const sendNext = async (items: readonly BulkItem[]): Promise<boolean> => {
    const next = items.flatMap((item) =>
      (left.get(item.id) ?? []).slice(0, 1).map((step) => ({ item, step })),
    );
    if (next.length === 0) return false;
    const operations = next.map(({ step }) => step);
    const { results } = await api.collection(meta).bulk(operations, { atomic: false });
    next.forEach(({ item }, index) => {
      const row = results[index] as BulkRow;
      const [, ...rest] = left.get(item.id) ?? [];
      const after = row.status >= 400 ? null : stepsAfter(rest, row);
      if (row.status >= 400) refused.set(item.id, resultOf(row, item));
      else if (after === null) refused.set(item.id, { error: new PartlyUndone() });
      left.set(item.id, after ?? []);
    });
    return true;
  };
  return async (items) => {
    while (await sendNext(items));
    return items.map(({ id }) => refused.get(id) ?? { outcome: 'done' });
  };
}

/**
 * Returns the other steps, for the revision after the first one. Without it they could overwrite what others
 * have changed since: null.
 */
function stepsAfter(rest: readonly BulkStep[], { revision }: BulkRow): readonly BulkStep[] | null {
  if (rest.length === 0) return rest;
  return revision === undefined ? null : rest.map((step) => ({ ...step, ifMatch: revision }));
}

interface Former {
  readonly isDraft: boolean;
  readonly isPending: boolean;
  /** The former values of the changed fields; null where one could not be read. */
  readonly data: Data | null;
  /** Those of the published content, where it may differ. */
  readonly live: Data | null;
}

async function formerStates(
  api: Api,
  meta: AdminCollectionMeta,
  { work, items }: { readonly work: BulkWork; readonly items: readonly BulkItem[] },
): Promise<ReadonlyMap<string, Former>> {
  const leaves = work.action === 'edit' ? changedLeaves(meta.fields, work.data as JsonObject) : [];
  const paths = leaves.map(({ field }) => field.path);
  const find = async (ids: readonly string[], draft: boolean): Promise<readonly Document[]> => {
    const select = [...paths, ...(meta.drafts ? ['_status', '_pending'] : [])].join(',');
    const query = { where: { id: { in: ids } }, limit: ids.length, count: 'none', depth: 0 } as const;
    return (await api.collection(meta).find({ ...query, select, ...(meta.drafts && { draft }) })).docs;
  };
  const docs = await find(
    items.map(({ id }) => id),
    true,
  );
  const pending = docs.filter(({ _pending }) => _pending === true).map(({ id }) => id);
  const isLive = work.action === 'edit' && !work.isDraft;
  const published = isLive && pending.length > 0 ? await find(pending, false) : [];
  const valuesOf = (document: Document | undefined): Data | null => {
    if (document === undefined) return null;
    const content = contentOf(document);
    if (!leaves.every(({ path }) => hasValueAt(content, path))) return null;
    return leaves.reduce<JsonObject>(
      (data, { path }) => withValueAt(data, path, valueAt(content, path)),
      {},
    ) as Data;
  };
  return new Map(
    docs.map((document): [string, Former] => [
      document.id,
      {
        isDraft: document._status === 'draft',
        isPending: document._pending === true,
        data: valuesOf(document),
        live: valuesOf(published.find(({ id }) => id === document.id)),
      },
    ]),
  );
}

interface Written {
  readonly id: string;
  /** The revision after the work. */
  readonly ifMatch: number;
  readonly drafts: boolean;
}

function stepsBack(work: BulkWork, former: Former, { drafts, ...written }: Written): readonly BulkStep[] {
  const { isDraft, isPending } = former;
  if (work.action === 'publish') return isDraft ? [{ op: 'unpublish', ...written }] : [];
  if (work.action === 'unpublish') return isPending ? [] : [{ op: 'publish', ...written }];
  return work.action === 'edit' ? valuesBack(work, former, { drafts, ...written }) : [];
}

function valuesBack(work: BulkEdit, former: Former, { drafts, ...written }: Written): readonly BulkStep[] {
  const { isDraft, isPending, data, live } = former;
  if (data === null) return [];
  const back: BulkStep = { op: 'update', ...written, data };
  if (!drafts) return [back];
  if (isDraft || (work.isDraft && isPending)) return [{ ...back, draft: true }];
  if (work.isDraft) return [{ op: 'discard', ...written }];
  if (!isPending) return [back];
  // A change of published content takes the place of what was pending.
  if (live === null) return [];
  const again: BulkStep = { op: 'update', id: written.id, data, draft: true };
  return [{ ...back, data: live }, ...(isSame(live as JsonObject, data as JsonObject) ? [] : [again])];
}
