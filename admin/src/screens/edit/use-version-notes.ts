import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminVersionNotes } from '../../../../runtime/codegen/admin-replies.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import type { DocumentSource } from '../../documents/document-source.js';

/** Names the document as the routes of notes do: `posts/1`, `globals.site/global`. */
function pathOf({ meta, id }: DocumentSource): string {
  return `admin/versions/${meta.kind === 'global' ? `globals.${meta.slug}` : meta.slug}/${id}`;
}

/** Reads labels and comments of one page of the history; needs users, so undefined without them. */
export function useVersionNotes(source: DocumentSource, page: number): AdminVersionNotes | undefined {
  const api = useApi();
  const hasUsers = useAuthMeta() !== null;
  const { data } = useQuery({
    queryKey: [...source.queryKey, 'versions', 'notes', page],
    queryFn: ({ signal }) =>
      api.call<AdminVersionNotes>('GET', `${pathOf(source)}?page=${page}&limit=20`, undefined, { signal }),
    enabled: hasUsers,
  });
  return data;
}

/** A change of what is said of a version. */
type NoteChange =
  | { readonly kind: 'label'; readonly label: string | null }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'delete'; readonly comment: string };

/** Returns the mutation that changes what is said of a version. */
export function useNoteChange(source: DocumentSource, version: string) {
  const api = useApi();
  const queries = useQueryClient();
  const path = `${pathOf(source)}/${version}`;
  return useMutation({
    mutationFn: (change: NoteChange) => {
      if (change.kind === 'label') return api.call('PUT', `${path}/label`, { label: change.label });
      if (change.kind === 'comment') return api.call('POST', `${path}/comments`, { text: change.text });
      return api.call('DELETE', `${path}/comments/${change.comment}`);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [...source.queryKey, 'versions', 'notes'] }),
  });
}
