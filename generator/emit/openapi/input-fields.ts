import type { ReferenceObject } from 'openapi3-ts/oas31';
import type { FieldDescriptor, SlugField } from '../../../runtime/codegen/descriptors.js';
import { isWritable } from '../../../runtime/fields/writable.js';
import { isUnicodePattern } from '../../fields/families/text-like.js';
import type { FieldInput } from '../../fields/field-type.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { IrBlock, IrField } from '../../ir/ir.js';
import { isRequired, type Mode, type RowMode, rowMode } from '../presence.js';
import type { Context } from './context.js';
import { blocksNote, codeSpan, describeField, markdown, sentences, targetNote } from './describe.js';
import { orOperator } from './operator-schema.js';
import {
  choiceBy,
  closedObject,
  described,
  nullable,
  type Properties,
  type Schema,
  type SchemaOrReference,
} from './schema.js';

/** The object of fields in a request body. */
export function inputObject(
  fields: readonly IrField[],
  body: Mode | 'createDraft',
  context: Context,
): Schema {
  const mode = body === 'createDraft' ? 'draft' : body;
  const takesOperators = body === 'update' || body === 'draft';
  return objectOf(fields, { mode, context, takesOperators });
}

/** Where fields are. */
interface Place {
  readonly mode: Mode;
  readonly context: Context;
  /** New documents and rows have nothing stored that an operator could change. */
  readonly takesOperators: boolean;
}

function objectOf(fields: readonly IrField[], place: Place, builtIn: Properties = {}): Schema {
  const { mode } = place;
  const properties: Properties = { ...builtIn };
  for (const field of fields) {
    const { input } = fieldTypeOf(field.descriptor);
    if (input === null) continue;
    properties[field.descriptor.name] = described(
      inputField(field, input, place),
      sentences(describeField(field), inputNote(field.descriptor, mode)),
    );
  }
  return closedObject(
    properties,
    fields.flatMap(({ descriptor }) => (mustBeGiven(descriptor, mode) ? [descriptor.name] : [])),
  );
}

/** Whether a body is refused without this field: it is required and has no default. */
function mustBeGiven(descriptor: FieldDescriptor, mode: Mode): boolean {
  if (mode !== 'create' || !isWritable(descriptor)) return false;
  if (descriptor.type === 'group') return descriptor.fields.some((field) => mustBeGiven(field, mode));
  if (!descriptor.required || descriptor.default !== undefined || descriptor.defaultCallback) return false;
  return descriptor.type !== 'slug' || descriptor.from === undefined;
}

function inputField(field: IrField, input: FieldInput<FieldDescriptor>, place: Place): SchemaOrReference {
  const { mode, context, takesOperators } = place;
  const { descriptor } = field;
  const value = input.schema(mode === 'draft' ? { ...field, descriptor: notRequired(descriptor) } : field, {
    mode,
    context,
    group: (fields) => objectOf(fields, place),
    row: (fields) => objectOf(fields, { mode: rowMode(mode), context, takesOperators: false }, { id: rowId }),
    blockRow: (blocks) => blockChoice(blocks, rowMode(mode), context),
  });
  const accepted = mode === 'draft' || !isRequired(descriptor) ? nullable(value) : value;
  if (takesOperators) return orOperator(descriptor, accepted, context);
  const filled = mode === 'create' && descriptor.default !== undefined;
  return filled ? { ...accepted, default: descriptor.default } : accepted;
}

function notRequired(descriptor: FieldDescriptor): FieldDescriptor {
  const { required: _required, ...others } = descriptor;
  return others as FieldDescriptor;
}

const rowId: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Id of an existing row; a new row gets one.',
};

function blockChoice(blocks: readonly IrBlock[], mode: RowMode, context: Context): SchemaOrReference {
  return choiceBy(
    'blockType',
    new Map(blocks.map((block) => [block.descriptor.slug, blockReference(block, mode, context)])),
  );
}

/** A block in a body. Rows are replaced as a whole, so creation and update accept the same. */
function blockReference(block: IrBlock, mode: RowMode, context: Context): ReferenceObject {
  const role = mode === 'draft' ? 'Draft' : 'Input';
  return context.components.schema(context.names.of(block.typeName, role), () => {
    const blockType: Schema = { type: 'string', enum: [block.descriptor.slug] };
    const builtIn = { id: rowId, blockType };
    const schema = objectOf(block.fields, { mode, context, takesOperators: false }, builtIn);
    return {
      description:
        block.description === null ? `A \`${block.descriptor.slug}\` block.` : markdown(block.description),
      ...schema,
      required: ['blockType', ...(schema.required ?? [])],
    };
  });
}

/** What schema keywords cannot express about a field. */
function inputNote(descriptor: FieldDescriptor, mode: Mode): string | null {
  const pattern = 'pattern' in descriptor ? descriptor.pattern : undefined;
  return sentences(
    targetNote(descriptor),
    blocksNote(descriptor),
    pattern !== undefined &&
      !isUnicodePattern(pattern) &&
      `Matches ${codeSpan(`/${pattern.source}/${pattern.flags}`)}.`,
    mode === 'create' &&
      descriptor.defaultCallback === true &&
      'The server sets a default if it is left out.',
    descriptor.type === 'slug' && slugNote(descriptor),
    descriptor.validate === true && 'The server checks it further.',
  );
}

function slugNote({ from }: SlugField): string {
  const taken = 'A suffix is added if it is already in use.';
  return from === undefined ? taken : `Made from ${codeSpan(from)} by default. ${taken}`;
}
