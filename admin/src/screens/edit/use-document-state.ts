import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Document, Schedule } from '../../api/documents.js';
import type { FieldLeaf } from '../../documents/field-leaves.js';
import { formValues } from '../../documents/form-values.js';
import { contentOf } from '../../documents/stored-document.js';
import { changedLeaves } from '../../documents/write-body.js';
import type { DocumentRights, DocumentSource } from './document-source.js';

/** Reads the document that is edited. */
export function documentStateQuery(source: DocumentSource) {
  return queryOptions({
    queryKey: [...source.queryKey, 'document'],
    queryFn: ({ signal }) => source.read(signal),
    // Read again on focus, so that the editor reports changes by other users.
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
}

/** Reads the requester's rights to a document. */
export function rightsQuery(source: DocumentSource) {
  return queryOptions({
    queryKey: [...source.queryKey, 'rights'],
    queryFn: ({ signal }) => source.rights(signal),
  });
}

/** The published state of a document, and its pending changes. */
export interface PublicState {
  /** Null for a document that is not public. */
  readonly published: Document | null;
  /** Fields whose values in the draft view are not public yet. */
  readonly pending: readonly FieldLeaf[];
}

/** Reads the published state where drafts may differ from it; undefined while it is unknown. */
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

/** Reads the schedule of a document. */
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
