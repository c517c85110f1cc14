/** The fields that every user has, beside those that a config adds with a collection `users`. */
import type { CollectionConfig } from './collection-config.js';
import type { FieldConfig } from './field-config.js';
import { ranksOf } from './roles.js';
import type { ServiceConfig } from './service-config.js';

/** Slug of the collection of users, which a config with `auth` has without naming it. */
export const usersSlug = 'users';

/** Names of the built-in fields, and of what a request about a user carries under a name of its own. */
export const userFieldNames = ['email', 'name', 'role', 'emailVerified', 'password'] as const;

/** The built-in fields as a config would write them. */
export function userFields(roles: readonly string[]): readonly FieldConfig[] {
  return [
    { name: 'email', type: 'email', required: true, unique: true, description: 'Address, in lower case.' },
    { name: 'name', type: 'text', maxLength: 200, description: 'What the user is called.' },
    // Without a default: whoever makes a user decides on the role.
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
 * The collections of a config, with `auth` the built-in users among them: in the place of a collection `users`, whose
 * fields follow the built-in ones, else as the last.
 */
export function collectionsOf(config: ServiceConfig): readonly CollectionConfig[] {
  const { collections = [], auth } = config;
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
