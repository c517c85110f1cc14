import { useQuery } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../runtime/codegen/admin-meta.js';
import type { AdminDocumentAccess } from '../../../runtime/codegen/admin-replies.js';
import { segment } from '../../../templates/sdk/methods.js';
import { useApi } from '../api/api-context.js';

/** Whether the requester may change a document; undefined while it is unknown. */
export function useMayUpdate({ slug, can }: AdminCollectionMeta, id: string): boolean | undefined {
  const api = useApi();
  const { data, isError } = useQuery({
    queryKey: ['collection', slug, 'rights', id],
    queryFn: ({ signal }) =>
      api.call<AdminDocumentAccess>('GET', `admin/access/${slug}/${segment(id)}`, undefined, { signal }),
    enabled: can.update === 'row',
  });
  if (can.update !== 'row') return can.update;
  return isError ? false : data?.update;
}
