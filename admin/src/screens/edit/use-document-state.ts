import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Document, Schedule } from '../../api/documents.js';
import type { DocumentRights, DocumentSource } from '../../documents/document-source.js';
import { formValues } from '../../documents/form-values.js';
import { contentOf } from '../../documents/stored-document.js';
import { changedLeaves } from '../../documents/write-body.js';
import { comparedFields } from '../../files/file-change.js';
import { fileTexts } from '../../files/texts.js';
import { useTexts } from '../../i18n/language.js';

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

/** A field, or the file, whose value is not public yet. */
export interface PendingChange {
  /** Labels of the groups around it, from the outside in, then its own. */
  readonly labels: readonly string[];
}

/** The published state of a document, and its pending changes. */
export interface PublicState {
  /** Null for a document that is not public. */
  readonly published: Document | null;
  /** What in the draft view is not public yet. */
  readonly pending: readonly PendingChange[];
}

/** Reads the published state where drafts may differ from it; undefined while it is unknown. */
export function usePublicState(source: DocumentSource, document: Document): PublicState | undefined {
  const t = useTexts(fileTexts);
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
  const { fields, file } = comparedFields(meta, contentOf(data), contentOf(document));
  const ofFile = file === null ? [] : [{ labels: [t.file] }];
  return { published: data, pending: [...ofFile, ...changedLeaves(fields, before, after)] };
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
