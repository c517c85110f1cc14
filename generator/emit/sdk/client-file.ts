import type { CollectionDescriptor, DocumentDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../../ir/ir.js';
import {
  array,
  block,
  type Code,
  code,
  docComment,
  intersection,
  join,
  key,
  object,
  objectType,
  onlyTyped,
  type Printable,
  raw,
  regex,
  string,
  union,
} from '../../print/code.js';
import { type ImportedName, importedType } from '../../print/imported-name.js';
import { authInterface, authTypes, systemMember, userMember } from './auth-types.js';
import { clientName } from './client-name.js';
import { hasTrash, hasUploads } from './core-files.js';
import {
  authValue,
  coreType,
  coreValue,
  routeValue,
  trashType,
  trashValue,
  uploadType,
  uploadValue,
} from './core-names.js';
import { routesInterface, routeTable } from './route-types.js';
import { type ExportedValue, sdkModule } from './sdk-module.js';
import { shapeName } from './shape.js';
import { uniqueFields } from './unique-fields.js';

/** Number of documents that `iterate` reads per request, if the server allows as many. */
const pageSize = 100;

/** `sdk/index`: the client, and all types that its users may want to name. */
export function clientFiles(ir: Ir): readonly EmittedFile[] {
  const module = sdkModule(ir, 'sdk/index');
  module.declare(
    ...['SvcClient', 'Collections', 'Globals', 'Service', 'SafeSvcClient', 'Auth', 'AuthTypes', 'Routes'],
    ...['createClient', 'options', 'irregular'],
  );
  const { auth } = ir.contract;
  const print = (statement: Printable): void => {
    module.types(statement);
    module.blank();
  };
  module.types(raw("export type * from './core/index.js';"));
  if (auth) module.types(raw("export type * from './core/auth/index.js';"));
  if (hasUploads(ir)) module.types(raw("export type * from './core/uploads/index.js';"));
  if (hasTrash(ir)) module.types(raw("export type * from './core/trash/index.js';"));
  module.both(raw("export { isSvcError, SvcError } from './core/index.js';"));
  print(raw("export type * from './types.js';"));
  print(documentsInterface('Collections', 'The collections, by name.', ir.collections));
  print(documentsInterface('Globals', 'The globals, by name.', ir.globals, auth ? [systemMember()] : []));
  print(serviceInterface(ir));
  if (auth) {
    print(authTypes(ir, auth));
    print(authInterface(auth));
  }
  if (ir.routes) {
    print(raw("export type { RouteError, RouteResult } from './core/routes/index.js';"));
    print(routesInterface(ir.routes));
  }
  const hasCollections = ir.collections.length > 0;
  const hasGlobals = ir.globals.length > 0 || auth !== undefined;
  const members = (argument: '' | '<true>'): readonly Code[] => [
    raw(`/** The globals, by name. */\nreadonly globals: Globals${hasGlobals ? argument : ''}`),
    raw(`/** Several collections and globals at once. */\nreadonly svc: Service${argument}`),
    ...(auth ? [raw(`/** Accounts, sessions and API keys. */\nreadonly auth: Auth${argument}`)] : []),
    ...(ir.routes
      ? [raw(`/** The routes of this project, by id. */\nreadonly routes: Routes${argument}`)]
      : []),
  ];
  const safe = 'The same methods, which answer `{ data, error }` and never throw.';
  print(
    code`${docComment(safe)}export interface SafeSvcClient extends Collections${raw(hasCollections ? '<true>' : '')} ${objectType(members('<true>'), { broken: true })}`,
  );
  print(
    code`${docComment(`The client of ${ir.contract.name}.`)}export interface SvcClient extends Collections ${objectType(
      [...members(''), code`${docComment(safe)}readonly safe: SafeSvcClient`],
      { broken: true },
    )}`,
  );
  module.exported(createClient(ir));
  return module.emit();
}

function documentsInterface(
  name: 'Collections' | 'Globals',
  comment: string,
  documents: readonly (IrCollection | IrGlobal)[],
  more: readonly Code[] = [],
): Code {
  const kind = name === 'Collections' ? 'collection' : 'global';
  const members = [
    ...documents.map((document) => {
      const shape = importedType(shapeName(document), './sdk/types.ts');
      const { descriptor, names, description } = document;
      if (descriptor.kind === 'collection' && descriptor.builtIn === 'users')
        return userMember(document, shape);
      const methods = methodTypes(kind, document).map((type) => code`${type}<${shape}, Safe>`);
      return code`${docComment(description)}readonly ${key(names.property)}: ${intersection(methods)}`;
    }),
    ...more,
  ];
  // An unused parameter would be an error in strict projects.
  const parameter = raw(members.length > 0 ? "<Safe extends boolean | 'local' = false>" : '');
  return code`${docComment(comment)}export interface ${raw(name)}${parameter} ${objectType(members, { broken: true })}`;
}

/** The documents that a transaction of the client can write, and those that a search finds. */
function serviceInterface({ contract, collections, globals }: Ir): Code {
  const shapes = (
    documents: readonly (IrCollection | IrGlobal)[],
    nameOf = ({ names }: IrCollection | IrGlobal): string => names.property,
  ): Code =>
    objectType(
      documents.map(
        (document) =>
          code`readonly ${key(nameOf(document))}: ${importedType(shapeName(document), './sdk/types.ts')}`,
      ),
    );
  const written = collections.filter(({ descriptor }) => descriptor.builtIn === undefined);
  const slugs = union(collections.map(({ descriptor }) => string(descriptor.slug)));
  const searched = collections.filter(({ descriptor }) => descriptor.search !== undefined);
  const methods = [
    code`${coreType('ServiceMethods')}<${shapes(written)}, ${shapes(globals)}, Safe>`,
    ...(searched.length === 0
      ? []
      : [code`${coreType('SearchMethods')}<${shapes(searched, ({ descriptor }) => descriptor.slug)}, Safe>`]),
    ...(contract.auth ? [code`${coreType('ViewMethods')}<${slugs}, Safe>`] : []),
  ];
  return code`${docComment('Several collections and globals at once.')}export interface Service<Safe extends boolean | 'local' = false> extends ${join(methods, raw(', '))} {}`;
}

/** The method types of a document, by what its config enables. */
function methodTypes(
  kind: DocumentDescriptor['kind'],
  { descriptor, fields }: IrCollection | IrGlobal,
): readonly ImportedName[] {
  const trash =
    descriptor.kind === 'collection' && descriptor.trash !== undefined ? [trashType('TrashMethods')] : [];
  if (descriptor.kind === 'collection' && descriptor.upload !== undefined) {
    return [...uploadTypes(fields, descriptor), ...trash];
  }
  const [all, mark] =
    kind === 'collection' ? [['CollectionMethods', 'ManyMethods'], ''] : [['GlobalMethods'], 'Global'];
  const core = [
    ...all,
    ...(kind === 'collection' && uniqueFields(fields).length > 0 ? ['KeyMethods'] : []),
    ...(descriptor.drafts ? [`${mark}DraftMethods`] : []),
    ...(descriptor.versions === undefined ? [] : [`${mark}VersionMethods`]),
  ];
  return [...core.map(coreType), ...trash];
}

function uploadTypes(
  fields: IrCollection['fields'],
  { drafts, versions, upload }: CollectionDescriptor,
): readonly ImportedName[] {
  return [
    ...['UploadMethods', 'UploadManyMethods'].map(uploadType),
    ...(upload?.fromUrl ? [uploadType('FromUrlMethods')] : []),
    ...(upload?.signs ? [uploadType('SigningMethods')] : []),
    ...(uniqueFields(fields).length > 0 ? [coreType('KeyMethods')] : []),
    ...(drafts ? [coreType('DraftMethods')] : []),
    ...(versions === undefined ? [] : [coreType('VersionMethods')]),
  ];
}

/** What a client knows of the contract: an expression, and a statement that must precede it. */
export function clientContract(ir: Ir): { readonly before: Code | null; readonly contract: Code } {
  const { irregular, byRule } = pathRule([...ir.collections, ...ir.globals]);
  return {
    before: irregular.length > 0 ? irregularPaths(irregular) : null,
    contract: contractObject(ir, irregular.length > 0 ? code`irregular.get(name) ?? ${byRule}` : byRule),
  };
}

function createClient(ir: Ir): ExportedValue {
  const { before, contract } = clientContract(ir);
  const options = code`: ${hasUploads(ir) ? uploadType('UploadClientOptions') : coreType('ClientOptions')}`;
  const body = block([
    ...(before === null ? [] : [before]),
    code`const contract${onlyTyped(code`: ${coreType('ClientContract')}`)} = ${contract};`,
    code`${onlyTyped(raw('// Its properties are made of their names; here they get their types.\n'))}return ${connection(ir)}${onlyTyped(raw(' as SvcClient'))};`,
  ]);
  const comment = `/**
 * Makes a client. It does nothing until a method is called, and can be shared by the whole program.
 *
 * @example
 * const client = createClient({ baseUrl: '${exampleUrl(ir.baseUrl)}' });
 */
`;
  return {
    comment: raw(comment),
    code: code`export function createClient(options${onlyTyped(options)})${onlyTyped(raw(': SvcClient'))} ${body}`,
    declaration: code`export declare function createClient(options${options}): SvcClient;`,
  };
}

/** The names of the collections of which something holds. */
function namesOf({ collections }: Ir, has: (descriptor: CollectionDescriptor) => boolean): Code {
  return array(
    collections.flatMap(({ descriptor, names }) => (has(descriptor) ? [string(names.property)] : [])),
  );
}

function namesWithFiles(ir: Ir): Code {
  return namesOf(ir, ({ upload }) => upload !== undefined);
}

function namesWithTrash(ir: Ir): Code {
  return namesOf(ir, ({ trash }) => trash !== undefined);
}

/** What makes the methods of files, before those of `others`; null where there are neither. */
function filesPart(ir: Ir, options: Code, others: Code | null): Code | null {
  if (!hasUploads(ir)) return others;
  return code`${uploadValue('uploadsOf')}(contract, ${options}, ${namesWithFiles(ir)}${after(others)})`;
}

/** The same with the methods of the trash, which are added to those of files. */
export function documentParts(ir: Ir, options: Code, others: Code | null = null): Code | null {
  const files = filesPart(ir, options, others);
  if (!hasTrash(ir)) return files;
  return code`${trashValue('trashOf')}(contract, ${namesWithTrash(ir)}${after(files)})`;
}

/** A further argument of a call. */
function after(argument: Code | null): Code {
  return argument === null ? raw('') : code`, ${argument}`;
}

/** The call that makes the client. */
function connection(ir: Ir): Code {
  const { contract, routes } = ir;
  const ofRoutes = routes ? code`${routeValue('routesOf')}(${routeTable(routes)})` : null;
  const options = raw('options');
  if (contract.auth) {
    return code`${authValue('connectWithAuth')}(contract, options${after(documentParts(ir, options, ofRoutes))})`;
  }
  if (hasTrash(ir)) {
    const files = filesPart(ir, options, ofRoutes);
    return code`${trashValue('connectWithTrash')}(contract, options, ${namesWithTrash(ir)}${after(files)})`;
  }
  if (hasUploads(ir)) {
    return code`${uploadValue('connectWithUploads')}(contract, options, ${namesWithFiles(ir)}${after(ofRoutes)})`;
  }
  return routes
    ? code`${routeValue('connectWithRoutes')}(contract, options, ${routeTable(routes)})`
    : code`${coreValue('connect')}(contract, options)`;
}

/** A public address may have any content; only a plain one is used in a comment. */
function exampleUrl(baseUrl: string | null): string {
  return baseUrl !== null && /^[\w:/.-]+$/.test(baseUrl) ? baseUrl : 'http://localhost:3000';
}

function contractObject({ contract, collections, globals }: Ir, path: Code): Code {
  const documents = [...collections, ...globals];
  const drafted = documents.filter(({ descriptor }) => descriptor.drafts).map(pathOf);
  const plain = [
    ...documents.filter(({ descriptor }) => !descriptor.drafts).map(pathOf),
    ...(contract.auth ? ['globals/system'] : []),
  ];
  return object({
    hash: string(contract.hash),
    pathOf: code`(name) => ${path}`,
    hasDrafts: hasDrafts(drafted, plain),
    pageSize: contract.limits.maxLimit < pageSize ? code`${contract.limits.maxLimit}` : undefined,
  });
}

/** Rules to derive a path from a name, the most common first. */
const pathRules = [
  { words: /[A-Z]/g, mark: '-' },
  { words: /[A-Z]|\d+/g, mark: '-' },
  { words: /[A-Z]/g, mark: '_' },
  { words: /[A-Z]|\d+/g, mark: '_' },
] as const;

interface PathRule {
  /** A path derived from `name`. */
  readonly byRule: Code;
  /** Documents whose path differs from the rule. */
  readonly irregular: readonly (IrCollection | IrGlobal)[];
}

/**
 * The rule that fits most names, and the exceptions: one rule costs a program less than a list of all names.
 */
function pathRule(documents: readonly (IrCollection | IrGlobal)[]): PathRule {
  const [usual, ...others] = pathRules.map(({ words, mark }) => ({
    byRule: code`name.replace(${regex(words.source, words.flags)}, ${string(`${mark}$&`)}).toLowerCase()`,
    irregular: documents.filter(
      (document) => clientName(document).replace(words, `${mark}$&`).toLowerCase() !== pathOf(document),
    ),
  }));
  return others.reduce(
    (best, rule) => (rule.irregular.length < best.irregular.length ? rule : best),
    usual as PathRule,
  );
}

function irregularPaths(documents: readonly (IrCollection | IrGlobal)[]): Code {
  const pairs = documents.map((document) => array([string(clientName(document)), string(pathOf(document))]));
  return code`const irregular = new Map(${array(pairs, { broken: true })});`;
}

/** Lists the smaller group: those with or those without drafts. */
function hasDrafts(drafted: readonly string[], plain: readonly string[]): Code {
  if (plain.length === 0) return raw('() => true');
  if (drafted.length === 0) return raw('() => false');
  return drafted.length < plain.length
    ? code`(path) => ${array(drafted.map(string))}.includes(path)`
    : code`(path) => !${array(plain.map(string))}.includes(path)`;
}

function pathOf({ descriptor: { kind, slug } }: IrCollection | IrGlobal): string {
  return kind === 'global' ? `globals/${slug}` : slug;
}
