import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { type Planned, plannedFor, scheduledQuery } from '../../api/scheduled.js';

const ScheduledContext = createContext<(id: string) => Planned | undefined>(() => undefined);

interface ScheduledProviderProps {
  readonly meta: AdminCollectionMeta;
  /** Ids of the listed documents. */
  readonly ids: readonly string[];
  readonly children: ReactNode;
}

/** Reads what is planned for the listed documents, apart from the list, which does not wait for it. */
export function ScheduledProvider({ meta, ids, children }: ScheduledProviderProps): ReactNode {
  const { data = [] } = useQuery({
    ...scheduledQuery(useApi(), { slug: meta.slug, ids }),
    enabled: meta.drafts && meta.readDrafts && ids.length > 0,
  });
  return <ScheduledContext value={(id) => plannedFor(data, meta.slug, id)}>{children}</ScheduledContext>;
}

/** Returns what is planned for a listed document. */
export function usePlanned(id: string): Planned | undefined {
  return useContext(ScheduledContext)(id);
}
