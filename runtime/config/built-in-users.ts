/** The fields that every user has, in addition to those of a collection `users` in the config. */
import type { FieldConfig } from './field-config.js';

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
