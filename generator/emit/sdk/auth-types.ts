/** What the client of a contract with authentication has in addition to collections and globals. */

import type { AuthDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isWritable } from '../../../runtime/fields/writable.js';
import { inputFields } from '../../ir/input-fields.js';
import type { Ir, IrCollection } from '../../ir/ir.js';
import { usersOf } from '../../ir/users-of.js';
import { type Code, code, docComment, key, objectType, raw, string, union } from '../../print/code.js';
import { concat, group, indent, spaceLine } from '../../print/doc.js';
import { type ImportedName, importedType } from '../../print/imported-name.js';
import { authType, coreType } from './core-names.js';

/** Fields of a registration that are not the config's own. */
const requested = ['email', 'password', 'name', 'role'];

/** `AuthTypes`: the types of the endpoints. */
export function authTypes(ir: Ir, auth: AuthDescriptor): Code {
  const users = usersOf(ir);
  const user = importedType(users.names.type, './sdk/types.ts');
  const create = importedType(`${users.names.type}Create`, './sdk/types.ts');
  // Fields with an access list cannot be written before login (docs/spec/auth.md#endpoints).
  const own = inputFields(users, 'create')
    .map(({ descriptor }) => descriptor)
    .filter((field) => !requested.includes(field.name) && isWritable(field) && field.access === undefined)
    .map(({ name }) => string(name));
  const documents = [
    ...ir.collections.filter((collection) => collection !== users).map(({ descriptor }) => descriptor.slug),
    ...ir.globals.map(({ descriptor }) => `globals.${descriptor.slug}`),
  ].map(string);
  return code`${docComment('The types of `client.auth`.')}export interface AuthTypes extends ${authType('AuthShape')} ${objectType(
    [
      code`user: Omit<${user}, '_revision'>`,
      code`register: ${own.length > 0 ? code`Pick<${create}, ${union(own)}>` : raw('object')}`,
      code`role: ${user}['role']`,
      code`scope: ${authType('AuthScope')}<${documents.length > 0 ? union(documents) : raw('never')}>`,
      raw(`tokenInBody: ${auth.tokenInBody}`),
    ],
    { broken: true },
  )}`;
}

/** `Auth`: the enabled methods. */
export function authInterface({ magicLink, invites }: AuthDescriptor): Code {
  const parts = [
    'AuthMethods',
    ...(magicLink ? ['AuthMagicLinkMethods'] : []),
    ...(invites ? ['AuthInviteMethods'] : []),
  ].map((name) => code`${authType(name)}<AuthTypes, Safe>`);
  const list = parts.reduce((before, part) => concat([before, raw(','), spaceLine, part]));
  const head = raw('export interface Auth<Safe extends boolean = false>');
  return code`${docComment('Accounts, sessions and API keys.')}${group(
    concat([head, indent(concat([spaceLine, raw('extends '), list, raw(' {}')]))]),
  )}`;
}

/** `client.users`. */
export function userMember(
  { names, description }: Pick<IrCollection, 'names' | 'description'>,
  shape: ImportedName,
): Code {
  return code`${docComment(description)}readonly ${key(names.property)}: ${authType('AuthUserMethods')}<${shape}, Safe> & ${coreType('KeyMethods')}<${shape}, Safe>`;
}

/** `client.globals.system`. */
export function systemMember(): Code {
  return code`${docComment('Settings that administrators change while the service runs.')}readonly system: ${authType('AuthSystemMethods')}<Safe>`;
}
