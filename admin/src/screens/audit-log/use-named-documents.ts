import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import type { Document } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { trashApi } from '../../api/trash.js';
import { titleOf } from '../../documents/listed-value.js';
import { useTexts } from '../../i18n/language.js';
import type { EventSubject } from './event-subject.js';
import { auditLogTexts } from './texts.js';

/** A document that entries are about. */
export interface NamedDocument {
  /** Its title; a part of the id where it has none. */
  readonly name: string;
  /** `unknown`: the requester may not read it, or it is deleted. */
  readonly place: 'list' | 'trash' | 'deleted' | 'unknown';
}

/**
 * Reads what documents are called, also those in the trash.
 *
 * @returns a function that returns a document; undefined while it is loading.
 */
export function useNamedDocuments(
  subjects: readonly EventSubject[],
): (subject: EventSubject) => NamedDocument | undefined {
  const t = useTexts(auditLogTexts);
  const api = useApi();
  const { collections } = useMeta();
  const asked = collections.flatMap((meta) => {
    const ids = new Set(subjects.flatMap(({ slug, id }) => (slug === meta.slug ? [id] : [])));
    return ids.size > 0 && meta.can.read !== false ? [{ meta, ids: [...ids].toSorted() }] : [];
  });
  const queries = useQueries({
    queries: asked.map(({ meta, ids }) => ({
      // With the collection, so that a write there has them read again.
      queryKey: ['collection', meta.slug, 'named', ids],
      placeholderData: keepPreviousData<ReadonlyMap<string, FoundDocument>>,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => findDocuments(api, { meta, ids }, signal),
    })),
  });
  return ({ slug, id }) => {
    const index = asked.findIndex(({ meta }) => meta.slug === slug);
    const meta = asked[index]?.meta;
    const query = queries[index];
    const found = query?.data?.get(id);
    if (query?.isPending || (query?.isPlaceholderData && found === undefined)) return undefined;
    const untitled = t.documentOfId(shortId(id));
    if (found !== undefined) return { name: found.title || untitled, place: found.place };
    const isDeleted = meta !== undefined && query?.isSuccess === true && seesAll(meta);
    return isDeleted
      ? { name: t.deletedOfId(shortId(id)), place: 'deleted' }
      : { name: untitled, place: 'unknown' };
  };
}

/** The end of an id: its beginning is the time, which ids of one minute share. */
function shortId(id: string): string {
  return id.slice(-8);
}

/** Whether what is missing in a list is deleted. */
function seesAll({ can, drafts, readDrafts }: AdminCollectionMeta): boolean {
  return can.read === true && (readDrafts || !drafts);
}

interface FoundDocument {
  readonly title: string;
  readonly place: 'list' | 'trash';
}

interface AskedDocuments {
  readonly meta: AdminCollectionMeta;
  readonly ids: readonly string[];
}

async function findDocuments(
  api: Api,
  { meta, ids }: AskedDocuments,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FoundDocument>> {
  const select = meta.useAsTitle;
  const query = { where: { id: { in: ids } }, select, limit: ids.length, count: 'none' } as const;
  const { docs } = await api.collection(meta).find(query, { signal });
  const there = new Set(docs.map(({ id }) => id));
  const trashed = await findTrashed(api, { meta, ids: ids.filter((id) => !there.has(id)) }, signal);
  const entriesOf = (found: readonly Document[], place: FoundDocument['place']) =>
    found.map((each) => [each.id, { title: titleOf(each, meta.useAsTitle), place }] as const);
  return new Map([...entriesOf(docs, 'list'), ...entriesOf(trashed, 'trash')]);
}

async function findTrashed(
  api: Api,
  { meta, ids }: AskedDocuments,
  signal: AbortSignal,
): Promise<readonly Document[]> {
  if (ids.length === 0 || meta.trash === undefined || meta.can.delete === false) return [];
  const query = { where: { id: { in: ids } }, page: 1, limit: ids.length };
  return (await trashApi(api, meta).find(query, { signal })).docs;
}
