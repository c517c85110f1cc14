import { useQuery } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../../api/api-context.js';
import { useCollectionMeta } from '../../../../api/meta-context.js';
import { documentsByCursor } from '../../documents-by-cursor.js';
import type { Folder } from './folder-tree.js';

/** The folders of a library. */
export interface Folders {
  /** Undefined until they are read. */
  readonly all: readonly Folder[] | undefined;
  readonly error: unknown;
  /** Rights and labels of the folders. */
  readonly meta: AdminCollectionMeta;
}

/** Returns the folders of a collection; null where it has none, or the requester may not read them. */
export function useFolders({ upload }: Pick<AdminCollectionMeta, 'upload'>): Folders | null {
  const api = useApi();
  const meta = useCollectionMeta(upload?.folders ?? '');
  const { data, error } = useQuery({
    queryKey: ['collection', meta?.slug ?? '', 'folders'],
    queryFn: async ({ signal }): Promise<readonly Folder[]> => {
      if (meta === undefined) return [];
      const folders: Folder[] = [];
      const query = { select: 'name,parent', sort: 'name_asc' };
      for await (const docs of documentsByCursor(api.collection(meta), query, signal)) {
        for (const { id, name, parent } of docs) {
          folders.push({ id, name: String(name ?? id), parent: typeof parent === 'string' ? parent : null });
        }
      }
      return folders;
    },
    enabled: meta !== undefined && meta.can.read !== false,
  });
  if (meta === undefined || meta.can.read === false) return null;
  return { all: data, error, meta };
}
