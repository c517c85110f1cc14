import { userFields, usersSlug } from './built-in-users.js';
import type { CollectionConfig } from './collection-config.js';
import { ranksOf } from './roles.js';
import type { ServiceConfig } from './service-config.js';
import { withUploadFields } from './upload-fields.js';
import { foldersOf } from './upload-folders.js';

/**
 * The collections of a config, with the fields of their files, each followed by that of its folders. With
 * `auth` they include the built-in users: in the position of a collection `users`, whose fields follow the
 * built-in ones, otherwise at the end.
 */
export function collectionsOf(config: ServiceConfig): readonly CollectionConfig[] {
  const { collections: given = [], auth } = config;
  const collections = given.flatMap((collection) => [withUploadFields(collection), ...foldersOf(collection)]);
  if (auth === undefined) return collections;
  const ranks = ranksOf(auth.roles);
  const own = collections.find(({ slug }) => slug === usersSlug);
  const users: CollectionConfig = {
    labels: { singular: 'User', plural: 'Users' },
    ...own,
    slug: usersSlug,
    fields: [...userFields(Object.keys(ranks)), ...(own?.fields ?? [])],
    drafts: false,
    versions: false,
  };
  return own === undefined
    ? [...collections, users]
    : collections.map((collection) => (collection === own ? users : collection));
}
