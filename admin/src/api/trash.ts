import type { QueryClient } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { segment } from '../../../templates/sdk/methods.js';
import type { CallOptions } from '../../../templates/sdk/options.js';
import type { Api } from './api.js';
import type { Document, Page, Where } from './documents.js';

/** A document in the trash. */
export interface TrashedDocument extends Document {
  readonly _deletedAt: string;
  /** Id of the user; null for an API key. */
  readonly _deletedBy: string | null;
}

/** The trash of a collection: docs/trash.md. */
export interface TrashApi {
  find(
    query: { readonly page: number; readonly limit: number; readonly where?: Where },
    options?: CallOptions,
  ): Promise<Page<TrashedDocument>>;
  /** @param values - instead of what the document had. */
  restore(id: string, values?: JsonObject): Promise<Document>;
  /** Deletes one for good. */
  purge(id: string): Promise<unknown>;
  /** Deletes some of all for good, the oldest first. */
  empty(): Promise<{ readonly purged: number; readonly left: number }>;
}

export function trashApi(api: Api, { slug }: Pick<AdminCollectionMeta, 'slug'>): TrashApi {
  return {
    find: ({ page, limit, where }, options) => {
      const filter = where === undefined ? '' : `&where=${segment(JSON.stringify(where))}`;
      return api.call('GET', `${slug}?trash=only&page=${page}&limit=${limit}${filter}`, undefined, options);
    },
    restore: (id, values) => api.call('POST', `${slug}/${segment(id)}/restore`, values && { values }),
    purge: (id) => api.call('DELETE', `${slug}/${segment(id)}?permanent=true`),
    empty: () => api.call('POST', `${slug}/trash/empty`),
  };
}

/**
 * Call after a document was moved to the trash or back: what follows it and what refers to it may be in any
 * collection.
 */
export async function forgetTrashed(client: QueryClient): Promise<void> {
  await Promise.all(
    ['collection', 'global', 'overview'].map((name) => client.invalidateQueries({ queryKey: [name] })),
  );
}
