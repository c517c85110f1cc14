import type { DocumentDescriptor } from './descriptors.js';

/** How scopes, messages and the schema name a collection or global: `posts`, `globals.site`. */
export function nameOf({ kind, slug }: Pick<DocumentDescriptor, 'kind' | 'slug'>): string {
  return kind === 'global' ? `globals.${slug}` : slug;
}

/** The kind and slug of a collection or global by its name. */
export function typeNamed(name: string): Pick<DocumentDescriptor, 'kind' | 'slug'> {
  const isGlobal = name.startsWith('globals.');
  return isGlobal
    ? { kind: 'global', slug: name.slice('globals.'.length) }
    : { kind: 'collection', slug: name };
}
