/** What the SDK's generic types need of a collection or global: its paths. */
import { isNeverEmpty } from '../../../runtime/fields/never-empty.js';
import { isOfFile } from '../../ir/file-fields.js';
import type { IrCollection, IrField, IrGlobal } from '../../ir/ir.js';
import {
  type Code,
  code,
  docComment,
  identifier,
  key,
  objectType,
  raw,
  string,
  union,
} from '../../print/code.js';
import type { SdkContext } from './context.js';
import { coreType } from './core-names.js';
import { areDeep } from './deep-fields.js';
import { depthArgument } from './document-type.js';
import { orInherited } from './inherited-names.js';
import { type PathEntry, pathsOf } from './paths.js';
import { keyMembers } from './unique-fields.js';

/** The shape of a collection, and its filters. */
export function collectionShapeStatements(collection: IrCollection, context: SdkContext): readonly Code[] {
  const { names, descriptor } = collection;
  const entries = pathsOf(collection.fields);
  const filters = identifier(`${names.type}Filters`);
  const joins = entries.filter(({ isJoin }) => isJoin);
  const relations = entries.filter(({ isJoin, targets }) => !isJoin && targets.length > 0);
  const sorts = entries.filter(({ isSortable }) => isSortable).map(({ path }) => string(path));
  const keys = keyMembers(collection.fields);
  const others = entries.filter(({ filter, isJoin }) => filter === null && !isJoin);
  return [
    code`${docComment(`What \`where\` takes for ${descriptor.slug}.`)}export interface ${filters} extends ${coreType(descriptor.drafts ? 'DraftFilters' : 'DocumentFilters')} ${objectType(
      entries.flatMap(({ path, filter }) =>
        filter === null ? [] : [code`${key(path)}: ${filter}${orInherited(path)}`],
      ),
      { broken: true },
    )}`,
    code`${docComment(`The types of \`client.${names.property}\`.`)}export interface ${identifier(shapeName(collection))} extends ${coreType(keys.length > 0 ? 'KeyedShape' : 'CollectionShape')} ${objectType(
      [
        code`document: ${seenAt(collection)}`,
        code`create: ${identifier(`${names.type}Create`)}`,
        code`update: ${identifier(`${names.type}Update`)}`,
        code`filters: ${filters}`,
        code`relations: ${linksType(relations, context)}`,
        joins.length > 0
          ? code`links: ${linksType([...relations, ...joins], context)}`
          : code`links: ${identifier(shapeName(collection))}['relations']`,
        code`paths: ${union([code`keyof ${filters}`, string('_revision'), ...pathStrings(others)])}`,
        code`sort: ${union(sorts)}`,
        ...(keys.length > 0 ? [code`keys: ${objectType(keys)}`] : []),
        code`draft: ${raw(descriptor.drafts ? 'boolean' : 'never')}`,
        ...draftMembers(collection),
        ...(descriptor.upload === undefined ? [] : [code`files: true`]),
        ...(descriptor.trash === undefined ? [] : [code`trash: true`]),
        ...searchMember(collection),
        ...transformsMember(collection),
      ],
      { broken: true },
    )}`,
  ];
}

/** The paths that a search looks at, where there is one. */
function searchMember({ descriptor: { search } }: IrCollection): readonly Code[] {
  if (search === undefined) return [];
  const paths = new Set(search.fields.map(({ path }) => path));
  return [code`search: ${union([...paths].map(string))}`];
}

/** The values that `fileUrl` takes, where requests may ask for other sizes of images. */
function transformsMember({ descriptor: { upload } }: IrCollection): readonly Code[] {
  const transforms = upload?.images?.transforms;
  if (transforms === undefined) return [];
  const numbers = (values: readonly number[]): Code =>
    values.length === 0 ? raw('never') : union(values.map((value) => code`${value}`));
  const { widths, heights, formats, qualities } = transforms;
  const members = [
    code`w: ${numbers(widths)}`,
    code`h: ${numbers(heights)}`,
    code`format: ${union([...formats, 'auto'].map(string))}`,
    code`q: ${numbers(qualities)}`,
  ];
  return [code`transforms: ${objectType(members)}`];
}

/** The document as reads of drafts return it, where there are drafts. */
export function draftStatement(document: IrCollection | IrGlobal): readonly Code[] {
  if (!document.descriptor.drafts) return [];
  const { type } = document.names;
  const filled = filledType(document);
  const drafted = code`${coreType('Drafted')}<${identifier(type)}${filled === null ? raw('') : code`, ${identifier(`${type}Shape`)}['filled']`}>`;
  return [
    code`${docComment('What reads with `draft: true` return at depth 0: it may lack what is required.')}export interface ${identifier(`${type}Draft`)} extends ${drafted} {}`,
  ];
}

/** The shape of a global. */
export function globalShapeStatement(global: IrGlobal, context: SdkContext): Code {
  const { names, descriptor } = global;
  const entries = pathsOf(global.fields);
  const more = descriptor.drafts ? ['_status', '_pending'] : [];
  const builtIn = ['id', 'createdAt', 'updatedAt', ...more, '_revision'].map(string);
  return code`${docComment(`The types of \`client.globals.${names.property}\`.`)}export interface ${identifier(shapeName(global))} extends ${coreType('DocumentShape')} ${objectType(
    [
      code`document: ${seenAt(global)}`,
      code`update: ${identifier(`${names.type}Update`)}`,
      code`links: ${linksType(
        entries.filter(({ targets }) => targets.length > 0),
        context,
      )}`,
      code`paths: ${union([...builtIn, ...pathStrings(entries)])}`,
      code`draft: ${raw(descriptor.drafts ? 'boolean' : 'never')}`,
      ...draftMembers(global),
    ],
    { broken: true },
  )}`;
}

/** What drafts are, and the fields that even they have, where there are drafts. */
function draftMembers(document: IrCollection | IrGlobal): readonly Code[] {
  if (!document.descriptor.drafts) return [];
  const filled = filledType(document);
  const drafted = code`drafted: ${identifier(`${document.names.type}Draft`)}`;
  return [drafted, ...(filled === null ? [] : [code`filled: ${filled}`])];
}

/** The paths of fields that no draft lacks, as a type; null if there are none. */
export function filledType(document: IrCollection | IrGlobal): Code | null {
  const { fields } = document;
  const ofFile = fields.filter((field) => isOfFile(document, field)).map(({ descriptor: { name } }) => name);
  const paths = [...ofFile, ...filledPaths(fields)].map(string);
  return paths.length === 0 ? null : union(paths);
}

function filledPaths(fields: readonly IrField[]): readonly string[] {
  return fields.flatMap(({ descriptor, fields: inner, blocks }) => {
    const own = isNeverEmpty(descriptor) ? [''] : [];
    const inBlocks = blocks.flatMap((block) =>
      filledPaths(block.fields).map((path) => `.${block.descriptor.slug}.${path}`),
    );
    const inside = filledPaths(inner).map((path) => `.${path}`);
    return [...own, ...inside, ...inBlocks].map((path) => `${descriptor.name}${path}`);
  });
}

/** The name of a document's shape. */
export function shapeName({ names }: IrCollection | IrGlobal): string {
  return `${names.type}Shape`;
}

function seenAt({ names, fields }: IrCollection | IrGlobal): Code {
  return code`${identifier(names.type)}${depthArgument(areDeep(fields), "this['depth']")}`;
}

function pathStrings(entries: readonly PathEntry[]): readonly Code[] {
  return entries.map(({ path }) => string(path));
}

function linksType(entries: readonly PathEntry[], context: SdkContext): Code {
  return objectType(entries.map(({ path, targets }) => code`${key(path)}: ${targetShape(targets, context)}`));
}

function targetShape(targets: readonly string[], context: SdkContext): Code {
  const shapes = targets.map((slug) =>
    context.isCrowded(slug)
      ? code`${coreType('AnyShape')}`
      : code`${identifier(shapeName(context.collection(slug)))}`,
  );
  return shapes.reduce((one, other) => code`${coreType('EitherShape')}<${one}, ${other}>`);
}
