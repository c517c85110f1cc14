import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminDraftCounts } from '../../../runtime/codegen/admin-overview.js';
import { useApi } from '../api/api-context.js';
import { useMeta } from '../api/meta-context.js';
import { paths } from './paths.js';

/** In milliseconds. */
const idleAfter = 1000;

/**
 * Returns how many unpublished documents the collection at a path of the navigation has; 0 until it is known.
 * The numbers are read once the screen is there, and again after writes, as an overview.
 */
export function useDraftCounts(): (path: string) => number {
  const api = useApi();
  const { collections } = useMeta();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), idleAfter);
    return () => clearTimeout(timer);
  }, []);
  const hasDrafts = collections.some(
    ({ drafts, readDrafts, can }) => drafts && readDrafts && can.read !== false,
  );
  const { data } = useQuery({
    queryKey: ['overview', 'draft-counts'],
    queryFn: ({ signal }) => api.call<AdminDraftCounts>('GET', 'admin/draft-counts', undefined, { signal }),
    enabled: isIdle && hasDrafts,
    staleTime: 60_000,
  });
  const byPath = new Map(
    Object.entries(data?.collections ?? {}).map(([slug, count]) => [paths.collection(slug), count]),
  );
  return (path) => byPath.get(path) ?? 0;
}
