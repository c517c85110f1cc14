/** What every field type says about itself: one module a type in `types/`, all of them in `index.ts`. */
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import type { Operator } from '../../runtime/codegen/operators.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import type { Context } from '../emit/openapi/context.js';
import type { OutputShape } from '../emit/openapi/output-shape.js';
import type { Properties, Schema, SchemaOrReference } from '../emit/openapi/schema.js';
import type { Mode } from '../emit/presence.js';
import type { IrBlock, IrField } from '../ir/ir.js';
import type { Code, Printable } from '../print/code.js';

/** A field type: what the emitters print for its fields. */
export interface FieldType<D extends FieldDescriptor = FieldDescriptor> {
  /** In the bodies of writes; null where the field is read-only. */
  readonly input: FieldInput<D> | null;
  /** In documents that are read. */
  readonly output: FieldOutput<D>;
  /** In `where`; null where no operator fits. */
  readonly filter: FieldFilter<D> | null;
  /** In examples of the OpenAPI document. */
  readonly example: FieldExample<D>;
}

/** A field of the IR with this descriptor. */
export interface TypedField<D extends FieldDescriptor> extends IrField {
  readonly descriptor: D;
}

export interface FieldInput<D extends FieldDescriptor> {
  /** The rule of the validators. */
  rule(field: TypedField<D>, at: RuleContext): Code;
  /** The schema of a value other than null. */
  schema(field: TypedField<D>, at: InputContext): SchemaOrReference;
  /** The type in the SDK, without null. */
  type(field: TypedField<D>, at: InputTypeContext): Code;
}

/** What prints a rule: calls of `templates/validators/rules.ts`. */
export interface RuleContext {
  readonly mode: Mode;
  /** A call of a rule. */
  call(rule: string, parameters?: readonly Printable[]): Code;
  /** `text()`, or with those options that are set: `text({ max: 200 })`. */
  callWith(
    rule: string,
    first: readonly Printable[],
    options: Readonly<Record<string, Printable | undefined>>,
  ): Code;
  /** The fields of a group. */
  group(field: IrField): Code;
  /** The fields of a row. */
  row(field: IrField): Code;
  /** The choice of blocks. */
  blockRow(field: IrField): Code;
}

/** What the schema of an input needs from the emitter. */
export interface InputContext {
  readonly mode: Mode;
  readonly context: Context;
  /** The object of a group's fields. */
  group(fields: readonly IrField[]): Schema;
  /** The object of a row's fields. */
  row(fields: readonly IrField[]): Schema;
  /** The choice of blocks. */
  blockRow(blocks: readonly IrBlock[]): SchemaOrReference;
}

/** What the type of an input needs from the emitter. */
export interface InputTypeContext {
  /** The object of a group's fields. */
  group(fields: readonly IrField[]): Code;
  /** The object of a row's fields. */
  row(fields: readonly IrField[]): Code;
  /** The type of a block in an input. */
  block(block: IrBlock): Code;
}

export interface FieldOutput<D extends FieldDescriptor> {
  schema(field: TypedField<D>, at: OutputContext): SchemaOrReference;
  /** The type in the SDK's documents. */
  type(field: TypedField<D>, at: DocumentTypeContext): Code;
}

/** What the schema of an output needs from the emitter. */
export interface OutputContext {
  readonly shape: OutputShape;
  readonly context: Context;
  /** Whether every response has a value. */
  readonly isRequired: boolean;
  /** The object of a group's fields. */
  group(fields: readonly IrField[]): Schema;
  /** The object of a row's fields, after those that it has by itself. */
  row(fields: readonly IrField[], builtIn: Properties): Schema;
  /** The choice of blocks. */
  blockRow(blocks: readonly IrBlock[]): SchemaOrReference;
}

/** What the type of a document needs from the emitter. */
export interface DocumentTypeContext {
  readonly isNullable: boolean;
  /** The members of a group's fields. */
  group(fields: readonly IrField[]): readonly Code[];
  /** The members of a row's fields. */
  row(fields: readonly IrField[]): readonly Code[];
  /** The type of a block, at the depth of the document. */
  block(block: IrBlock): Code;
  /** The type of the documents of a collection, one level deeper. */
  related(slug: string): Code;
}

export interface FieldFilter<D extends FieldDescriptor> {
  /** The schema that fields with the same filter share; null where it is specific to a field. */
  schemaName(descriptor: D): string | null;
  /** The operand of an operator that fits the field. */
  operand(descriptor: D, operator: Operator): SchemaOrReference;
  /** The type in the SDK's `where`. */
  type(descriptor: D): Code;
}

export interface FieldExample<D extends FieldDescriptor> {
  /** Informative in a body; a made-up id or structure is not. */
  readonly isTelling: boolean;
  /** A value that the field's rules allow, or null if none is known; `row` makes one of nested fields. */
  value(field: TypedField<D>, row: (fields: readonly IrField[]) => JsonObject | null): JsonValue | null;
  /** A test in `where` that fits the field; null where it would not be telling. */
  test(descriptor: D): JsonObject | null;
}
