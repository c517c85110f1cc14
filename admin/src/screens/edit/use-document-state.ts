import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Document, Schedule } from '../../api/documents.js';
import type { FieldLeaf } from '../../documents/field-leaves.js';
import { formValues } from '../../documents/form-values.js';
import { contentOf } from '../../documents/stored-document.js';
import { changedLeaves } from '../../documents/write-body.js';
import type { DocumentRights, DocumentSource } from './document-source.js';

export function documentStateQuery(source: DocumentSource) {
  return queryOptions({
    queryKey: [...source.queryKey, 'document'],
    queryFn: ({ signal }) => source.read(signal),
    // Whoever works on it is told when somebody else has changed it.
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
}

export function rightsQuery(source: DocumentSource) {
  return queryOptions({
    queryKey: [...source.queryKey, 'rights'],
    queryFn: ({ signal }) => source.rights(signal),
  });
}

/** What is published of a document, and what waits beside it. */
export interface PublicState {
  /** Null for one that is not public. */
  readonly published: Document | null;
  /** Fields whose merged values are not public yet. */
  readonly pending: readonly FieldLeaf[];
}

/** Reads what is published, where drafts may differ from it. */
export function usePublicState(source: DocumentSource, document: Document): PublicState | undefined {
  const { meta } = source;
  const mayDiffer = meta.drafts && meta.readDrafts && document._status === 'published';
  const { data } = useQuery({
    queryKey: [...source.queryKey, 'published', document._revision],
    queryFn: ({ signal }) => source.readPublished(signal),
    enabled: mayDiffer,
  });
  if (!mayDiffer) return { published: document._status === 'draft' ? null : document, pending: [] };
  if (data === undefined) return undefined;
  const [before, after] = [
    formValues(meta.fields, contentOf(data)),
    formValues(meta.fields, contentOf(document)),
  ];
  return { published: data, pending: changedLeaves(meta.fields, before, after) };
}

/** What is planned. */
export function useSchedule(
  source: DocumentSource,
  document: Document,
  rights: DocumentRights,
): Schedule | undefined {
  const { data } = useQuery({
    queryKey: [...source.queryKey, 'schedule', document._revision],
    queryFn: ({ signal }) => source.schedule(signal),
    enabled: source.meta.drafts && rights.update,
  });
  return data;
}
