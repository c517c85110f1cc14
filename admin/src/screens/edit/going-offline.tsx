import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { AdminReferences } from '../../../../runtime/codegen/admin-replies.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import type { Document } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { useTexts } from '../../i18n/language.js';
import { Notice } from '../../ui/states.js';
import { editTexts } from './texts.js';

interface GoingOfflineProps {
  readonly source: DocumentSource;
  readonly document: Document;
  readonly effects: AdminReferences;
}

/** How many public documents a move to the trash takes away from readers; nothing if none. */
export function GoingOffline({ source, document, effects }: GoingOfflineProps): ReactNode {
  const t = useTexts(editTexts);
  const api = useApi();
  const { collections } = useMeta();
  const along = useQuery({
    queryKey: [...source.queryKey, 'offline', document._revision],
    queryFn: () => publicAlong(api, collections, document.id, effects),
    staleTime: 0,
  });
  if (along.data === undefined) return null;
  const own = source.meta.drafts && document._status !== 'published' ? 0 : 1;
  const count = own + along.data.count;
  if (count === 0) return null;
  return (
    <Notice kind="warning">{along.data.isExact ? t.trashOffline(count) : t.trashOfflineAtMost(count)}</Notice>
  );
}

interface Counted {
  readonly count: number;
  /** False: some may be drafts. */
  readonly isExact: boolean;
}

/** Counts the public ones of those that are moved to the trash along with a document. */
async function publicAlong(
  api: Api,
  collections: readonly AdminCollectionMeta[],
  id: string,
  { deleted, references }: AdminReferences,
): Promise<Counted> {
  const counted = await Promise.all(
    deleted.map(async ({ slug, total }): Promise<Counted> => {
      const meta = collections.find((each) => each.slug === slug);
      if (meta?.drafts === false) return { count: total, isExact: true };
      const direct = references.filter((each) => each.slug === slug && each.onDelete === 'cascade');
      const [reference] = direct;
      // Of those that follow further ones only the number is known.
      if (meta === undefined || reference === undefined || direct.length > 1 || reference.total !== total)
        return { count: total, isExact: false };
      const where = { [reference.field]: { equals: id }, _status: { equals: 'published' } };
      return api
        .collection(meta)
        .find({ where, limit: 0, count: 'exact' })
        .then(
          ({ totalDocs }) => ({ count: totalDocs ?? total, isExact: totalDocs !== undefined }),
          // Not every field can be filtered.
          () => ({ count: total, isExact: false }),
        );
    }),
  );
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    isExact: counted.every(({ isExact }) => isExact),
  };
}
