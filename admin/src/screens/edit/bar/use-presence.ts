import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AdminPresence } from '../../../../../runtime/codegen/admin-replies.js';
import { useApi } from '../../../api/api-context.js';
import type { DocumentSource } from '../../../documents/document-source.js';
import { documentStateQuery } from '../use-document-state.js';

/** Milliseconds between two polls: docs/spec/content-tools.md#together. */
const pollsEvery = 15_000;

interface PresenceOptions {
  /** Whether the form has changes that are not saved. */
  readonly isEditing: boolean;
  /** The revision on which the form is based. */
  readonly revision: number;
}

/**
 * Tells the service that the document is open here, and returns who else has it open. If another revision is
 * there, the document is read again, so that the editor shows or reports it before anything is saved.
 * Failures show nothing: the document can be edited all the same.
 */
export function usePresence(
  source: DocumentSource,
  { isEditing, revision }: PresenceOptions,
): AdminPresence | undefined {
  const api = useApi();
  const queries = useQueryClient();
  const path = `admin/presence/${source.name}`;
  const { data, refetch } = useQuery({
    queryKey: [...source.queryKey, 'presence'],
    queryFn: ({ signal }) =>
      api.call<AdminPresence>(
        'POST',
        path,
        { state: isEditing ? 'editing' : 'reading', ...(revision > 0 && { revision }) },
        { signal },
      ),
    refetchInterval: pollsEvery,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    void refetch();
  }, [isEditing, refetch]);
  useEffect(() => {
    return () => void api.call('POST', path, { state: 'left' }).catch(() => undefined);
  }, [api, path]);
  const newest = data?.revision ?? 0;
  useEffect(() => {
    if (newest > revision) void queries.invalidateQueries({ queryKey: documentStateQuery(source).queryKey });
  }, [newest, revision, queries, source]);
  return data;
}
