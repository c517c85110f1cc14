/** The fields that every user has, in addition to those of a collection `users` in the config. */
import type { CollectionConfig } from './collection-config.js';
import type { FieldConfig } from './field-config.js';
import { ranksOf } from './roles.js';
import type { ServiceConfig } from './service-config.js';
import { withUploadFields } from './upload-fields.js';
import { foldersOf } from './upload-folders.js';

/** Slug of the users collection. A config with `auth` has it without declaring it. */
export const usersSlug = 'users';

/** Names of the built-in fields, and reserved names of requests about users (`password`). */
export const userFieldNames = ['email', 'name', 'role', 'emailVerified', 'password'] as const;

/** The built-in fields as a config would write them. */
export function userFields(roles: readonly string[]): readonly FieldConfig[] {
  return [
    { name: 'email', type: 'email', required: true, unique: true, description: 'Address, in lower case.' },
    { name: 'name', type: 'text', maxLength: 200, description: 'What the user is called.' },
    // No default: the caller that creates a user chooses the role.
    {
      name: 'role',
      type: 'select',
      options: roles,
      required: true,
      index: true,
      description: 'What the user may do.',
    },
    {
      name: 'emailVerified',
      type: 'boolean',
      required: true,
      default: false,
      description: 'Whether the user has shown that the address is theirs.',
    },
  ];
}

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
