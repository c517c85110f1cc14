/** `sdk/query`: queries and mutations for TanStack Query, with the relations that an invalidation follows. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../../ir/ir.js';
import {
  array,
  block,
  type Code,
  code,
  docComment,
  intersection,
  key,
  object,
  objectType,
  onlyTyped,
  raw,
  string,
} from '../../print/code.js';
import { type ImportedName, importedType } from '../../print/imported-name.js';
import { ownFirstFilters } from '../own-first-filter.js';
import { clientName } from './client-name.js';
import { createContext, type SdkContext } from './context.js';
import { coreType, queryType, queryValue } from './core-names.js';
import { packageName } from './package-file.js';
import { type PathEntry, pathsOf } from './paths.js';
import { type SdkModule, sdkModule } from './sdk-module.js';
import { shapeName } from './shape.js';
import { uniqueFields } from './unique-fields.js';

export function queryFiles(ir: Ir): readonly EmittedFile[] {
  const module = sdkModule(ir, 'sdk/query');
  module.declare(
    'Queries',
    'Mutations',
    'createQueries',
    'createMutations',
    'client',
    'cache',
    'graph',
    'service',
  );
  const context = createContext(ir);
  module.types(raw("export type * from './core/query/index.js';"));
  module.blank();
  // Variables of mutations are typed before anyone has written a filter.
  const filters = ownFirstFilters(ir.collections, {
    file: { declare: module.declare, print: module.types, blank: module.blank },
    ...{ suffix: 'Match', core: coreType, types: './sdk/types.ts' },
  });
  module.types(branches(ir, 'Queries', 'Options for queries of TanStack Query, by name.'));
  module.blank();
  module.types(branches(ir, 'Mutations', 'Options for mutations of TanStack Query, by name.', filters));
  module.blank();
  module.own(code`const graph${onlyTyped(code`: ${queryType('RelationGraph')}`)} = ${graphOf(ir, context)};`);
  module.own(code`const service = ${string(packageName(ir.contract.name))};`);
  module.blank();
  exportMaker(module, {
    name: 'Queries',
    comment: queriesComment,
    parameters: [['client', importedType('SvcClient', './sdk/index.ts')]],
    call: code`${queryValue('queriesOf')}(client, service, graph)`,
  });
  module.blank();
  exportMaker(module, {
    name: 'Mutations',
    comment: mutationsComment,
    parameters: [
      ['client', importedType('SvcClient', './sdk/index.ts')],
      ['cache', queryType('QueryCache')],
    ],
    call: code`${queryValue('mutationsOf')}(client, cache, { service, graph })`,
  });
  return module.emit();
}

interface Maker {
  readonly name: 'Queries' | 'Mutations';
  readonly comment: string;
  readonly parameters: readonly (readonly [name: string, type: ReturnType<typeof queryType>])[];
  readonly call: Code;
}

function exportMaker(module: SdkModule, { name, comment, parameters, call }: Maker): void {
  const list = (typed: (type: Code) => Code): Code =>
    parameters
      .map(([parameter, type]) => code`${raw(parameter)}${typed(code`: ${type}`)}`)
      .reduce((before, next) => code`${before}, ${next}`);
  module.exported({
    comment: raw(comment),
    code: code`export function create${raw(name)}(${list(onlyTyped)})${onlyTyped(raw(`: ${name}`))} ${block([
      code`return ${call}${onlyTyped(raw(` as ${name}`))};`,
    ])}`,
    declaration: code`export declare function create${raw(name)}(${list((type) => type)}): ${raw(name)};`,
  });
}

const queriesComment = `/**
 * Makes the options of queries: for \`useQuery\` in React, Vue and Solid, \`createQuery\` in Svelte, and
 * \`prefetchQuery\`.
 *
 * @example
 * const queries = createQueries(client);
 * const { data } = useQuery(queries.posts.find({ depth: 1 }));
 */
`;

const mutationsComment = `/**
 * Makes the options of mutations, which invalidate all queries that show what has changed: through relations
 * and filters too.
 *
 * @example
 * const mutations = createMutations(client, useQueryClient());
 * const { mutate } = useMutation(mutations.posts.update());
 */
`;

function branches(
  ir: Ir,
  name: 'Queries' | 'Mutations',
  comment: string,
  filters: ReadonlyMap<string, Code> = new Map(),
): Code {
  const member = (document: IrCollection | IrGlobal): Code => {
    const shape = importedType(shapeName(document), './sdk/types.ts');
    const { kind, slug } = document.descriptor;
    const filter = kind === 'collection' ? filters.get(slug) : undefined;
    // The first type has the mutations that take a filter.
    const types = typesOf(document, name).map((type, index) =>
      filter !== undefined && index === 0 ? code`${type}<${shape}, ${filter}>` : code`${type}<${shape}>`,
    );
    return code`${docComment(document.description)}readonly ${key(document.names.property)}: ${intersection(types)}`;
  };
  const auth = code`${queryType(`Auth${name}`)}<${importedType('Auth', './sdk/index.ts')}>`;
  return code`${docComment(comment)}export interface ${raw(name)} ${objectType(
    [
      ...ir.collections.map(member),
      code`${docComment('The globals, by name.')}readonly globals: ${objectType(ir.globals.map(member), { broken: true })}`,
      ...(ir.contract.auth ? [code`${docComment('The session.')}readonly auth: ${auth}`] : []),
    ],
    { broken: true },
  )}`;
}

function typesOf(
  { descriptor, fields }: IrCollection | IrGlobal,
  name: 'Queries' | 'Mutations',
): readonly ImportedName[] {
  const isGlobal = descriptor.kind === 'global';
  const hasVersions = !isGlobal && descriptor.versions !== undefined;
  const hasFileMutations = name === 'Mutations' && !isGlobal && descriptor.upload !== undefined;
  const more = [
    ...(name === 'Queries' && !isGlobal && uniqueFields(fields).length > 0 ? ['KeyQueries'] : []),
    ...(name === 'Mutations' && descriptor.drafts ? [`${isGlobal ? 'Global' : ''}DraftMutations`] : []),
    ...(hasVersions ? [`Version${name}`] : []),
  ];
  const own = hasFileMutations
    ? importedType('UploadMutations', './sdk/core/uploads/mutations.ts')
    : queryType(`${isGlobal ? 'Global' : 'Collection'}${name}`);
  return [own, ...more.map(queryType)];
}

function graphOf(ir: Ir, context: SdkContext): Code {
  const entries = [...ir.collections, ...ir.globals].map((document): readonly [string, Code] => [
    clientName(document),
    relationsOf(document, context),
  ]);
  return object(entries, { broken: true });
}

function relationsOf({ descriptor, fields }: IrCollection | IrGlobal, context: SdkContext): Code {
  const entries = pathsOf(fields).filter(({ targets }) => targets.length > 0);
  const stored = entries.filter(({ isJoin }) => !isJoin);
  const joins = entries.filter(({ isJoin }) => isJoin);
  const cascades = cascadesOf(fields.map(({ descriptor }) => descriptor));
  return object({
    relations: stored.length > 0 ? targetsOf(stored, context) : undefined,
    joins: joins.length > 0 ? targetsOf(joins, context) : undefined,
    cascades: cascades.length > 0 ? array(cascades.map(string)) : undefined,
    hasFiles: descriptor.kind === 'collection' && descriptor.upload !== undefined ? raw('true') : undefined,
  });
}

function targetsOf(entries: readonly PathEntry[], context: SdkContext): Code {
  return object(
    entries.map(({ path, targets }): readonly [string, Code] => [
      path,
      array(targets.map((slug) => string(context.collection(slug).names.property))),
    ]),
  );
}

/** Paths of relations whose documents are deleted together with their target. */
function cascadesOf(fields: readonly FieldDescriptor[], prefix = ''): readonly string[] {
  return fields.flatMap((field) => {
    const path = `${prefix}${field.name}`;
    if (isRelation(field)) return field.onDelete === 'cascade' ? [path] : [];
    if ('fields' in field) return cascadesOf(field.fields, `${path}.`);
    return 'blocks' in field ? field.blocks.flatMap((each) => cascadesOf(each.fields, `${path}.`)) : [];
  });
}
