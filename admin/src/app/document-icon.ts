import type { AdminCollectionMeta, AdminGlobalMeta } from '../../../runtime/codegen/admin-meta.js';
import type { IconName } from '../ui/icon.js';

/** The icon of a collection or global: that of the config, else by what its documents are. */
export function documentIcon(
  meta:
    | Pick<AdminCollectionMeta, 'kind' | 'slug' | 'icon' | 'upload' | 'foldersOf'>
    | Pick<AdminGlobalMeta, 'kind' | 'icon'>,
): IconName {
  if (meta.icon !== undefined) return meta.icon;
  if (meta.kind === 'global') return 'globe';
  if (meta.upload !== undefined) return 'image';
  if (meta.foldersOf !== undefined) return 'folder';
  return meta.slug === 'users' ? 'users' : 'document';
}
