import { createContext, useContext } from 'react';
import type {
  AdminAuthMeta,
  AdminCollectionMeta,
  AdminGlobalMeta,
  AdminMeta,
} from '../../../runtime/codegen/admin-meta.js';

const MetaContext = createContext<AdminMeta | null>(null);

export const MetaProvider = MetaContext.Provider;

/**
 * Returns the metadata: the collections and globals of the service and the requester's rights. It is loaded
 * before the first render.
 */
export function useMeta(): AdminMeta {
  const meta = useContext(MetaContext);
  if (meta === null) throw new Error('There is no MetaProvider around this component.');
  return meta;
}

/** Returns undefined if the collection does not exist or the requester may not see it. */
export function useCollectionMeta(slug: string): AdminCollectionMeta | undefined {
  return useMeta().collections.find((collection) => collection.slug === slug);
}

export function useGlobalMeta(slug: string): AdminGlobalMeta | undefined {
  return useMeta().globals.find((global) => global.slug === slug);
}

/** Returns null in a service without authentication. */
export function useAuthMeta(): AdminAuthMeta | null {
  return useMeta().auth;
}

/** Returns the name of a collection or global, or its slug if the requester may not see it. */
export function useLabelOf(): (slug: string) => string {
  const { collections, globals } = useMeta();
  return (slug) =>
    collections.find((each) => each.slug === slug)?.labels.plural ??
    globals.find((each) => each.slug === slug)?.label ??
    slug;
}
