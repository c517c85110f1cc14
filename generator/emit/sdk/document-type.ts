/** The types of documents as reads return them. */

import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isNeverEmpty } from '../../../runtime/fields/never-empty.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { IrBlock, IrCollection, IrField, IrGlobal, IrNames } from '../../ir/ir.js';
import {
  type Code,
  code,
  docComment,
  identifier,
  key,
  objectType,
  type Printable,
  raw,
  string,
} from '../../print/code.js';
import { type ImportedName, importedType } from '../../print/imported-name.js';
import { blocksNote, sentences } from '../openapi/describe.js';
import { atDepth } from './conditional.js';
import type { SdkContext } from './context.js';
import { coreType } from './core-names.js';
import { areDeep } from './deep-fields.js';

/** The type of the documents of a collection or of the document of a global. */
export function documentStatements(document: IrCollection | IrGlobal, context: SdkContext): readonly Code[] {
  const { names, description, descriptor, fields } = document;
  const isGlobal = descriptor.kind === 'global';
  const base = coreType(isGlobal ? 'GlobalDocument' : 'CollectionDocument');
  const status = descriptor.drafts ? [raw("_status: 'draft' | 'published'")] : [];
  const stored = fields.filter((field) => field.descriptor.type !== 'join');
  const joins = fields.filter((field) => field.descriptor.type === 'join');
  const own = [...status, ...members(stored, { context, isUnwritten: isGlobal })];
  const type = identifier(names.type);
  if (!areDeep(fields)) {
    return [code`${docComment(description)}export interface ${type} extends ${base} ${body(own)}`];
  }
  const [flat, populated] = [identifier(`${names.type}Fields`), identifier(`${names.type}Populated`)];
  const at = (depth: string): Code => raw(areDeep(stored) ? `<${depth}>` : '');
  const depth = coreType('Depth');
  const deeper = joins.length === 0 ? code`${flat}<D>` : code`${populated}<D>`;
  const fixed = [
    code`${docComment(description)}export type ${type}<D extends ${depth} = 0> = ${atDepth(flatType(names), deeper)};`,
    code`${docComment(joins.length === 0 ? 'With its relations as at a depth.' : 'Without joins, as at depth 0.')}export interface ${flat}${parameter(stored)} extends ${base} ${body(own)}`,
  ];
  if (joins.length === 0) return fixed;
  // A property that exists only at some depths requires another interface.
  return [
    ...fixed,
    code`${docComment('With the documents that point to it, as at depth 1 and more.')}export interface ${populated}<D extends ${depth}> extends ${flat}${at('D')} ${body(members(joins, { context, isUnwritten: false }))}`,
  ];
}

/** The document at depth 0, under the name of the document: editors show this name, without a parameter. */
function flatType({ type }: IrNames): ImportedName {
  return importedType(type, `./${flatModule}.ts`);
}

/** The path of {@link flatStatement}. */
export const flatModule = 'sdk/documents';

/** The interface of a document at depth 0; none where it is the same at every depth. */
export function flatStatement(document: IrCollection | IrGlobal): readonly Code[] {
  const { names, description, fields } = document;
  if (!areDeep(fields)) return [];
  const isDeep = areDeep(fields.filter(({ descriptor }) => descriptor.type !== 'join'));
  const flat = importedType(`${names.type}Fields`, './sdk/types.ts');
  return [
    code`${docComment(description)}export interface ${identifier(names.type)} extends ${flat}${depthArgument(isDeep, '0')} {}`,
  ];
}

/** The type of a block, wherever it is used. */
export function blockStatement(block: IrBlock, context: SdkContext): Code {
  const { typeName, description, descriptor, fields } = block;
  const own = [
    code`blockType: ${string(descriptor.slug)}`,
    raw('id: string'),
    ...members(fields, { context, isUnwritten: false }),
  ];
  return code`${docComment(description)}export interface ${identifier(typeName)}${parameter(fields, '0')} ${body(own)}`;
}

/** A type argument for the depth, where a type has one. */
export function depthArgument(isDeep: boolean, depth: string): Code {
  return raw(isDeep ? `<${depth}>` : '');
}

function parameter(fields: readonly IrField[], otherwise?: string): Code {
  if (!areDeep(fields)) return raw('');
  return code`<D extends ${coreType('Depth')}${raw(otherwise === undefined ? '' : ` = ${otherwise}`)}>`;
}

function body(own: readonly Printable[]): Code {
  return objectType(own, { broken: true });
}

interface Surroundings {
  readonly context: SdkContext;
  /** In a global before its first write, what is required may still be empty. */
  readonly isUnwritten: boolean;
}

function members(fields: readonly IrField[], surroundings: Surroundings): readonly Code[] {
  return fields.map((field) => {
    const { name, access } = field.descriptor;
    // Requesters who may not read a field get responses without it.
    const mark = raw(access?.read ? '?' : '');
    return code`${docComment(sentences(field.description, blocksNote(field.descriptor)))}${key(name)}${mark}: ${fieldType(field, surroundings)}`;
  });
}

function fieldType(field: IrField, surroundings: Surroundings): Code {
  const { context } = surroundings;
  return fieldTypeOf(field.descriptor).output.type(field, {
    isNullable: mayBeNull(field.descriptor, surroundings),
    group: (fields) => members(fields, surroundings),
    // A row exists only after a write.
    row: (fields) => members(fields, { ...surroundings, isUnwritten: false }),
    block: (block) => code`${identifier(block.typeName)}${depthArgument(context.isDeepBlock(block), 'D')}`,
    related: (slug) => related(slug, context),
  });
}

function mayBeNull(descriptor: FieldDescriptor, { isUnwritten }: Surroundings): boolean {
  if (isNeverEmpty(descriptor)) return false;
  const hasDefault = descriptor.default !== undefined || descriptor.defaultCallback === true;
  return descriptor.required !== true || (isUnwritten && !hasDefault);
}

function related(slug: string, context: SdkContext): Code {
  const { names } = context.collection(slug);
  return code`${identifier(names.type)}${context.isDeep(slug) ? code`<${coreType('Less')}[D]>` : raw('')}`;
}
