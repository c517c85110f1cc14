import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../api/api.js';
import { trashApi } from '../../api/trash.js';

export const trashLimit = 50;

export function trashQuery(api: Api, meta: AdminCollectionMeta, page: number) {
  return queryOptions({
    queryKey: ['collection', meta.slug, 'trash', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await trashApi(api, meta).find({ page, limit: trashLimit }, { signal });
      return { ...found, page, totalPages: Math.ceil(found.totalDocs / trashLimit) };
    },
  });
}
