import type { AuthDescriptor } from '../../runtime/codegen/descriptors.js';
import type { EmittedFile, Ir, IrCollection } from '../ir/ir.js';
import { block, type Code, code, intersection, key, objectType, raw, string, union } from '../print/code.js';
import { importedType } from '../print/imported-name.js';
import { outputFile } from '../print/output-file.js';
import { registeredFilters } from './access-filters.js';
import { headerLines } from './emitted-file.js';
import { hasLocal } from './local.js';
import { shapeName } from './sdk/shape.js';

/**
 * `svc-env.d.ts` next to the config: it adds the project's own types to `Register` of `svc`, by which the
 * config is typed.
 */
export function emitConfigTypes(ir: Ir): readonly EmittedFile[] {
  if (ir.configTypes === null) return [];
  const { path, output } = ir.configTypes;
  // Printed as a file of the config's folder, so that imports are relative to it.
  const file = outputFile('svc-env.d.ts', { header: headerLines(ir) });
  const members = [
    ...registered(ir, `${output}/sdk/types.ts`),
    ...registeredLocal(ir, `${output}/sdk`),
    ...registeredFilters(file, ir, `${output}/sdk`),
    ...registeredAdmin(ir, `${output}/sdk`),
  ];
  // Without an import the file would be a script, which declares the module instead of adding to it.
  if (members.length === 0) file.print(raw('export {};'));
  file.blank();
  file.print(code`declare module 'svc' ${block([code`interface Register ${block(members)}`])}`);
  return [{ ...file.emit(), path }];
}

function registered({ collections, contract: { auth } }: Ir, types: string): readonly Code[] {
  const users = collections.find(({ descriptor }) => descriptor.builtIn === 'users');
  if (users === undefined || auth === undefined) return [];
  return [code`user: ${wholeUser(users, types)};`, code`roles: ${rolesOf(auth)};`];
}

/** A hook gets every field of the user, also those that only some roles may read. */
function wholeUser({ names, fields }: IrCollection, types: string): Code {
  const user = importedType(names.type, types);
  const isRestricted = fields.some(({ descriptor }) => descriptor.access?.read !== undefined);
  return isRestricted ? code`Required<${user}>` : code`${user}`;
}

function rolesOf({ roles }: AuthDescriptor): Code {
  return union(Object.keys(roles).map(string));
}

/**
 * `local`: the client's methods for documents, in the process itself. Accounts, settings and saved views have
 * none.
 */
function registeredLocal(ir: Ir, sdk: string): readonly Code[] {
  const { collections, globals } = ir;
  if (!hasLocal(ir)) return [];
  const ofClient = (name: string): Code => code`${importedType(name, `${sdk}/index.ts`)}`;
  const users = collections.find(({ descriptor }) => descriptor.builtIn === 'users');
  const parts: Code[] = [];
  if (users !== undefined) {
    const shape = importedType(shapeName(users), `${sdk}/types.ts`);
    const methods = ['CollectionMethods', 'KeyMethods'].map(
      (name) => code`${ofClient(name)}<${shape}, 'local'>`,
    );
    const own = objectType([code`readonly ${key(users.names.property)}: ${intersection(methods)}`]);
    parts.push(code`Omit<${ofClient('Collections')}<'local'>, ${string(users.names.property)}>`, own);
  } else if (collections.length > 0) parts.push(code`${ofClient('Collections')}<'local'>`);
  const several: Code[] = [];
  if (globals.length > 0) {
    const all = code`${ofClient('Globals')}<'local'>`;
    several.push(code`readonly globals: ${users === undefined ? all : code`Omit<${all}, 'system'>`}`);
  }
  const service = code`${ofClient('Service')}<'local'>`;
  const methods = collections.some(({ descriptor }) => descriptor.search) ? ['bulk', 'search'] : ['bulk'];
  several.push(
    code`readonly svc: ${users === undefined ? service : code`Pick<${service}, ${union(methods.map(string))}>`}`,
  );
  parts.push(objectType(several));
  return [code`local: ${intersection(parts)};`];
}

/** What an extension of the dashboard is typed by; nothing in a config without one. */
function registeredAdmin({ branding, collections, globals }: Ir, sdk: string): readonly Code[] {
  if (branding?.extension === undefined) return [];
  const documents = [...collections, ...globals].map(({ descriptor, names }) => {
    const name = descriptor.kind === 'global' ? `globals.${descriptor.slug}` : descriptor.slug;
    return code`readonly ${key(name)}: ${importedType(names.type, `${sdk}/types.ts`)}`;
  });
  return [
    code`adminClient: ${importedType('SvcClient', `${sdk}/index.ts`)};`,
    code`adminDocuments: ${objectType(documents)};`,
  ];
}
