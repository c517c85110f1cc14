import { createContext, useContext } from 'react';
import type {
  AdminAuthMeta,
  AdminCollectionMeta,
  AdminGlobalMeta,
  AdminMeta,
} from '../../../runtime/codegen/admin-meta.js';

const MetaContext = createContext<AdminMeta | null>(null);

export const MetaProvider = MetaContext.Provider;

/** What the service is and what the requester may do: loaded before anything is drawn. */
export function useMeta(): AdminMeta {
  const meta = useContext(MetaContext);
  if (meta === null) throw new Error('There is no MetaProvider around this component.');
  return meta;
}

/** Undefined where there is none, or the requester may not see it. */
export function useCollectionMeta(slug: string): AdminCollectionMeta | undefined {
  return useMeta().collections.find((collection) => collection.slug === slug);
}

export function useGlobalMeta(slug: string): AdminGlobalMeta | undefined {
  return useMeta().globals.find((global) => global.slug === slug);
}

/** Null in a service without authentication. */
export function useAuthMeta(): AdminAuthMeta | null {
  return useMeta().auth;
}
