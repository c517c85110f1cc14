import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import type { BulkStep, Data } from '../../../api/documents.js';
import type { BulkItem } from './bulk-run.js';

/** What is done with many documents. */
export type BulkWork = { readonly action: 'duplicate' } | JoinedWork;

/** The work that one request does for many documents. */
export type JoinedWork =
  | { readonly action: 'publish' | 'unpublish' | 'delete' }
  | { readonly action: 'schedule'; readonly publishAt: string }
  | BulkEdit;

/** New values of some fields. */
export interface BulkEdit {
  readonly action: 'edit';
  /** The body of a PATCH. */
  readonly data: Data;
  /** Whether what is published stays as it is. */
  readonly isDraft: boolean;
}

export type BulkAction = BulkWork['action'];

/** Copies of more documents would take a request each. */
export const maxDuplicates = 100;

export function isJoined(work: BulkWork): work is JoinedWork {
  return work.action !== 'duplicate';
}

/** Returns the operations of a request that does the work for some documents. */
export async function stepsOf(
  api: Api,
  meta: AdminCollectionMeta,
  { work, items }: { readonly work: JoinedWork; readonly items: readonly BulkItem[] },
): Promise<readonly BulkStep[]> {
  if (work.action === 'schedule')
    return items.map(({ id }) => ({ op: 'publish', id, publishAt: work.publishAt }));
  if (work.action !== 'edit') {
    const { action } = work;
    return items.map(({ id }) => ({ op: action, id }));
  }
  const { data, isDraft } = work;
  const drafts = isDraft ? null : await draftsAmong(api, meta, items);
  return items.map(({ id }) => ({
    ...{ op: 'update', id, data },
    ...((drafts === null || drafts.has(id)) && { draft: true }),
  }));
}

/** A draft stays a draft, whatever becomes of the documents that are published. */
async function draftsAmong(
  api: Api,
  meta: AdminCollectionMeta,
  items: readonly BulkItem[],
): Promise<ReadonlySet<string>> {
  if (!meta.drafts || !meta.readDrafts) return new Set();
  const ids = items.map(({ id }) => id);
  const where = { AND: [{ id: { in: ids } }, { _status: { equals: 'draft' } }] };
  const query = { where, select: '_status', limit: ids.length, count: 'none' } as const;
  return new Set((await api.collection(meta).find(query)).docs.map(({ id }) => id));
}
