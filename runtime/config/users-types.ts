/** Types of the built-in users: what relations, sorts and hooks of a config may name. */
import type { NameOf } from './field-paths.js';
import type { BuiltInRole } from './roles.js';

/** The fields that every user has. */
type UserFields = readonly [
  { readonly name: 'email'; readonly type: 'email'; readonly required: true },
  { readonly name: 'name'; readonly type: 'text' },
  {
    readonly name: 'role';
    readonly type: 'select';
    readonly options: readonly (BuiltInRole | (string & {}))[];
    readonly required: true;
  },
  { readonly name: 'emailVerified'; readonly type: 'boolean'; readonly required: true },
];

/** The collection that a config with `auth` has without declaring it. */
interface BuiltInUsers {
  readonly slug: 'users';
  readonly fields: UserFields;
}

/** Collections of a config; with `auth` they include the users. */
export type WithUsers<Collections, Given> = 'auth' extends keyof Given
  ? Collections extends readonly unknown[]
    ? readonly [...Collections, BuiltInUsers]
    : Collections
  : Collections;

/**
 * Fields of the collection `users`, after those of every user. A collection that declares fields of these
 * names itself belongs to a config without `auth`.
 */
export type WithUserFields<Fields> = Fields extends readonly unknown[]
  ? Extract<NameOf<Fields[number]>, NameOf<UserFields[number]>> extends never
    ? readonly [...UserFields, ...Fields]
    : Fields
  : Fields;
