import type { DocumentDescriptor } from './descriptors.js';

/** How scopes, messages and the schema name a collection or global: `posts`, `globals.site`. */
export function nameOf({ kind, slug }: Pick<DocumentDescriptor, 'kind' | 'slug'>): string {
  return kind === 'global' ? `globals.${slug}` : slug;
}
