/** The types of the input of `create` and `update`. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { InputTypeContext } from '../../fields/field-type.js';
import { fieldTypeOf } from '../../fields/index.js';
import { inputFields } from '../../ir/input-fields.js';
import type { IrBlock, IrCollection, IrField, IrGlobal } from '../../ir/ir.js';
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
import { blocksNote, sentences } from '../openapi/describe.js';
import { type Mode, type Presence, presenceOf } from '../presence.js';
import { coreType } from './core-names.js';
import { isInherited, orInherited } from './inherited-names.js';

/** The types of a document's inputs: that of `create`, and that of `update` by its differences. */
export function inputStatements(document: IrCollection | IrGlobal): readonly Code[] {
  const { names, descriptor } = document;
  const fields = inputFields(document, 'create');
  const updateFields = inputFields(document, 'update');
  const update = identifier(`${names.type}Update`);
  const client = descriptor.kind === 'global' ? 'client.globals' : 'client';
  const updateComment = docComment(`What \`${client}.${names.property}.update\` takes.`);
  const ownUpdate = code`${updateComment}export interface ${update} ${body(members(updateFields, 'update'))}`;
  if (descriptor.kind === 'global') return [ownUpdate];
  const create = identifier(`${names.type}Create`);
  const createStatement = code`${docComment(`What \`${client}.${names.property}.create\` takes.`)}export interface ${create} ${body(members(fields, 'create'))}`;
  if (updateFields !== fields) return [createStatement, ownUpdate];
  const different = fields.filter(
    ({ descriptor }) =>
      isRequestedInGroup(descriptor) ||
      (isInherited(descriptor.name) && presenceOf(descriptor, 'create') === 'required'),
  );
  const same = different.length > 0 ? code`Omit<${create}, ${union(keys(different))}>` : create;
  return [
    createStatement,
    different.length > 0
      ? code`${updateComment}export interface ${update} extends ${coreType('Changes')}<${same}> ${body(members(different, 'update'))}`
      : code`${updateComment}export type ${update} = ${coreType('Changes')}<${same}>;`,
  ];
}

/** The fields of a block, wherever it is used. */
export function blockInputStatement({ typeName, descriptor, fields }: IrBlock): Code {
  const own = [
    code`blockType: ${string(descriptor.slug)}`,
    raw('id?: string | undefined'),
    ...members(fields, 'create'),
  ];
  const comment = docComment(`A ${typeName} to write.`);
  return code`${comment}export interface ${identifier(blockInputName(typeName))} ${body(own)}`;
}

function blockInputName(typeName: string): string {
  return `${typeName}Input`;
}

/** An update is merged into a group, so it requires less of it than a creation. */
function isRequestedInGroup(descriptor: FieldDescriptor): boolean {
  return (
    descriptor.type === 'group' &&
    descriptor.fields.some(
      (field) => presenceOf(field, 'create') !== presenceOf(field, 'update') || isRequestedInGroup(field),
    )
  );
}

function keys(fields: readonly IrField[]): readonly Code[] {
  return fields.map((field) => string(field.descriptor.name));
}

function body(own: readonly Code[]): Code {
  return objectType(own, { broken: true });
}

function members(fields: readonly IrField[], mode: Mode): readonly Code[] {
  return fields.flatMap((field) => {
    const { input } = fieldTypeOf(field.descriptor);
    if (input === null) return [];
    const presence = presenceOf(field.descriptor, mode);
    const name = code`${key(field.descriptor.name)}${raw(presence === 'required' ? '' : '?')}`;
    const type = input.type(field, typeContext(mode));
    const inherited = presence === 'required' ? raw('') : orInherited(field.descriptor.name);
    return [
      code`${docComment(sentences(field.description, blocksNote(field.descriptor)))}${name}: ${type}${raw(absent[presence])}${inherited}`,
    ];
  });
}

function typeContext(mode: Mode): InputTypeContext {
  return {
    group: (fields) => objectType(members(fields, mode)),
    // Rows are replaced as a whole.
    row: (fields) => objectType([raw('id?: string | undefined'), ...members(fields, 'create')]),
    block: ({ typeName }) => identifier(blockInputName(typeName)),
  };
}

/** The types of a missing value. `undefined` too: a validated form has it for empty fields. */
const absent: Readonly<Record<Presence, string>> = {
  required: '',
  optional: ' | undefined',
  nullish: ' | null | undefined',
};
