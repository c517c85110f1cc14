import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../../api/api-context.js';
import { forgetCollection } from '../../../../api/queries.js';
import { useTexts } from '../../../../i18n/language.js';
import { useNotifier } from '../../../../ui/toast.js';
import type { Folder } from './folder-tree.js';
import { folderTexts } from './texts.js';
import type { MoveTarget } from './use-move.js';

export interface FolderMove {
  readonly isRunning: boolean;
  /** Null where the last move has succeeded. */
  readonly error: unknown;
  /** Puts a folder, with all in it, into another one. Resolves to whether it is there now. */
  readonly start: (folder: Folder, target: MoveTarget) => Promise<boolean>;
}

/** Moves folders; `meta` is that of the folders. */
export function useMoveFolder(meta: AdminCollectionMeta): FolderMove {
  const t = useTexts(folderTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const moving = useMutation({
    mutationFn: ({ folder, target }: { readonly folder: Folder; readonly target: MoveTarget }) =>
      api.collection(meta).update(folder.id, { parent: target.id }),
    onSuccess: async (_moved, { folder, target }) => {
      notify({ kind: 'success', text: t.movedFolder(folder.name, target.name) });
      await forgetCollection(queries, meta.slug);
    },
  });
  return {
    isRunning: moving.isPending,
    error: moving.error,
    start: async (folder, target) => {
      if (moving.isPending) return false;
      try {
        await moving.mutateAsync({ folder, target });
        return true;
      } catch {
        // It is in `error`.
        return false;
      }
    },
  };
}
