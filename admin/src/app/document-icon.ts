import type { AdminCollectionMeta, AdminGlobalMeta } from '../../../runtime/codegen/admin-meta.js';
import type { IconName } from '../ui/icon.js';

/** The icon of a collection or global: the one in the config, else one for its kind of documents. */
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
