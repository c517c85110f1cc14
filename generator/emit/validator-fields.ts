/** The rules of single fields, as calls of `templates/validators/rules.ts`. */
import type { RuleContext } from '../fields/field-type.js';
import { fieldTypeOf } from '../fields/index.js';
import type { Ir, IrBlock, IrField } from '../ir/ir.js';
import {
  array,
  type Code,
  code,
  docComment,
  identifier,
  object,
  type Printable,
  parenthesised,
  raw,
  string,
} from '../print/code.js';
import { layout } from '../print/doc.js';
import { takeFreeName } from '../print/identifier.js';
import { importedNamespace } from '../print/imported-name.js';
import { type Mode, type Presence, presenceOf, rowMode } from './presence.js';

/** A field in an object. */
export interface FieldRule {
  readonly name: string;
  readonly rule: Code;
  readonly presence: Presence;
}

export interface FieldRules {
  /** The rules of sibling fields. */
  fields(fields: readonly IrField[], mode: Mode): readonly FieldRule[];
  /** An object with these fields, after others. */
  objectOf(rules: readonly FieldRule[], first?: Shape['first']): Code;
  /** A call of a rule. */
  call(rule: string, parameters?: readonly Printable[]): Code;
  /** A type of the rules with its argument. */
  type(rule: string, argument: Printable): Code;
  /** Names of the rules that were called. */
  used(): ReadonlySet<string>;
}

export interface FieldRulesOptions {
  /** Prints a constant that the next statement uses. */
  readonly print: (statement: Printable) => void;
  /** Names of the file's exports and rules; constants get other names. */
  readonly taken: ReadonlySet<string>;
}

const z = importedNamespace('z', 'zod');

/** Names that every object inherits; a missing field with such a name would be read from the prototype. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Whether an object with these fields must be read without its prototype. */
export function hasInheritedName(fields: readonly { readonly name: string }[]): boolean {
  return fields.some(({ name }) => inherited.has(name));
}

const texts = new WeakMap<Code, string>();

/** `{ title: text(), views: number().nullish() }` */
export function shapeCode(rules: readonly FieldRule[], first: Shape['first'] = []): Code {
  return object([
    ...first,
    ...rules.map(({ name, rule, presence }) => [name, withPresence(rule, presence)] as const),
  ]);
}

/** The text of a piece of code, to compare pieces. */
function textOf(piece: Code): string {
  const known = texts.get(piece) ?? layout(piece, { nameOf: ({ name }) => name });
  texts.set(piece, known);
  return known;
}

export function createFieldRules(ir: Ir, { print, taken }: FieldRulesOptions): FieldRules {
  const names = new Set(taken);
  const used = new Set<string>();
  const repeated = repeatedShapes(ir);
  /** Constants by the key of their shape, and by their value. */
  const constants = new Map<string, Code>();

  const call = (rule: string, parameters: readonly Printable[] = []): Code => {
    used.add(rule);
    return code`${identifier(rule)}${parenthesised(parameters)}`;
  };

  const callWith: RuleContext['callWith'] = (rule, first, options) => {
    const isBare = Object.values(options).every((value) => value === undefined);
    return call(rule, isBare ? first : [...first, object(options)]);
  };

  const objectOf: FieldRules['objectOf'] = (rules, first = []) => call('object', [shapeCode(rules, first)]);

  /** Another object with the differences: `heroBlock.extend({ ... })`. */
  const extended = (base: Code, own: readonly FieldRule[], others: readonly FieldRule[]): Code => {
    const different = differences(own, { others, isPartial: false });
    return different.length === 0 ? base : code`${base}.extend(${shapeCode(different)})`;
  };

  /** A shape as a constant of its own: in full, or as its differences from that of a creation. */
  const constant = (shape: Shape, mode: Mode): Code => {
    const { name, comment, fields, first } = shape;
    const rules = fieldsOf(fields, mode);
    const base = mode === 'create' ? undefined : constants.get(shape.key);
    const whole = objectOf(rules, first);
    const value = base ? extended(base, rules, fieldsOf(fields, 'create')) : whole;
    const known = base && textOf(value) === textOf(base) ? base : constants.get(textOf(value));
    if (known) return known;
    const free = identifier(takeFreeName(mode === 'create' ? name : name + capitalised(mode), names));
    constants.set(textOf(value), free);
    if (mode === 'create') constants.set(shape.key, free);
    print(code`${docComment(base ? `The same in ${article[mode]}.` : comment)}const ${free} = ${value};`);
    return free;
  };

  const fieldsOf: FieldRules['fields'] = (fields, mode) =>
    fields.flatMap((field) => {
      const { descriptor } = field;
      const rule = fieldTypeOf(descriptor).input?.rule(field, ruleContext(mode));
      return rule ? [{ name: descriptor.name, rule, presence: presenceOf(descriptor, mode) }] : [];
    });

  const ruleContext = (mode: Mode): RuleContext => ({
    mode,
    call,
    callWith,
    group: (field) => nested(field, mode, []),
    row: (field) => nested(field, rowMode(mode), [['id', call('rowId')]]),
    blockRow: (field) => blockChoice(field, rowMode(mode)),
  });

  /** Groups and rows: inline, or as a constant if that is shorter. */
  const nested = (field: IrField, mode: Mode, first: Shape['first']): Code => {
    const { fields, descriptor } = field;
    const key = shapeOf(field);
    const isGroup = descriptor.type === 'group';
    const isShort = fields.length < 3 || !fields.some(asksForSomething);
    const shape = {
      key,
      name: `${descriptor.name}${isGroup ? 'Group' : 'Row'}`,
      comment: isGroup ? `The group \`${descriptor.name}\`.` : `A row of \`${descriptor.name}\`.`,
      fields,
      first,
    };
    const whole =
      isShort && !repeated.has(key) ? objectOf(fieldsOf(fields, mode), first) : constant(shape, mode);
    return hasInheritedName(fields.map((inner) => inner.descriptor)) ? call('own', [whole]) : whole;
  };

  const blockRule = ({ typeName, description, descriptor, fields }: IrBlock, mode: Mode): Code => {
    const shape = {
      key: `block ${typeName}`,
      name: typeName.charAt(0).toLowerCase() + typeName.slice(1),
      comment: description ?? `A block of type \`${descriptor.slug}\`.`,
      fields,
      first: [
        ['blockType', code`${z}.literal(${string(descriptor.slug)})`] as const,
        ['id', call('rowId')] as const,
      ],
    };
    return constant(shape, mode);
  };

  const blockChoice = (field: IrField, mode: Mode): Code => {
    const kinds = call('block', [array(field.blocks.map((block) => blockRule(block, mode)))]);
    // A union discriminates its plain objects, so inherited properties are hidden before it.
    return field.blocks.some(({ descriptor }) => hasInheritedName(descriptor.fields))
      ? call('own', [kinds])
      : kinds;
  };

  const type: FieldRules['type'] = (rule, argument) => {
    used.add(rule);
    return code`${identifier(rule)}<${argument}>`;
  };

  return { fields: fieldsOf, objectOf, call, type, used: () => used };
}

const article: Readonly<Record<Mode, string>> = {
  create: 'a creation',
  update: 'an update',
  draft: 'a draft',
};

/** Whether a field, or one inside it, is required: a draft then accepts more than a creation. */
function asksForSomething({ descriptor, fields, blocks }: IrField): boolean {
  if (descriptor.required === true) return true;
  return [fields, ...blocks.map((block) => block.fields)].flat().some(asksForSomething);
}

/** Fields of one group or row. */
interface Shape {
  /** Distinguishes shapes with the same name. */
  readonly key: string;
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly IrField[];
  /** What comes before the fields. */
  readonly first: readonly (readonly [string, Printable])[];
}

/** The rules that differ from those of another object for the same field. */
export function differences(
  own: readonly FieldRule[],
  { others, isPartial }: { readonly others: readonly FieldRule[]; readonly isPartial: boolean },
): readonly FieldRule[] {
  return own.filter((field, index) => {
    const other = others[index];
    if (!other || textOf(other.rule) !== textOf(field.rule)) return true;
    return field.presence !== (isPartial && other.presence === 'required' ? 'optional' : other.presence);
  });
}

function withPresence(rule: Code, presence: Presence): Code {
  return presence === 'required' ? rule : code`${rule}${raw(`.${presence}()`)}`;
}

/** Shapes of groups and rows that occur more than once. */
function repeatedShapes(ir: Ir): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const seenBlocks = new Set<string>();
  const visit = (field: IrField): void => {
    if (field.descriptor.type === 'group' || field.descriptor.type === 'array') {
      const shape = shapeOf(field);
      counts.set(shape, (counts.get(shape) ?? 0) + 1);
    }
    field.fields.forEach(visit);
    for (const block of field.blocks) {
      if (seenBlocks.has(block.typeName)) continue;
      seenBlocks.add(block.typeName);
      block.fields.forEach(visit);
    }
  };
  for (const document of [...ir.collections, ...ir.globals]) document.fields.forEach(visit);
  return new Set([...counts].flatMap(([shape, count]) => (count > 1 ? [shape] : [])));
}

/** What determines the rules of a group or row: its fields, wherever they are stored. */
function shapeOf({ descriptor }: IrField): string {
  const fields = descriptor.type === 'group' || descriptor.type === 'array' ? descriptor.fields : [];
  const storage = new Set(['path', 'column', 'columns', 'table', 'collectionColumn', 'onDelete', 'unique']);
  return `${descriptor.type} ${JSON.stringify(fields, (name, value: unknown) => (storage.has(name) ? undefined : value))}`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
