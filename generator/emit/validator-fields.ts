/** The rules of single fields, as calls of `templates/validators/rules.ts`. */
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import { mustHaveText } from '../../runtime/codegen/required-text.js';
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
  regex,
  string,
} from '../print/code.js';
import { layout } from '../print/doc.js';
import { takeFreeName } from '../print/identifier.js';
import { importedNamespace } from '../print/imported-name.js';
import { isPortablePattern } from './portable-pattern.js';
import { type Mode, type Presence, presenceOf } from './presence.js';

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

  /** `text()`, or with those options that are set: `text({ max: 200 })`. */
  const callWith = (
    rule: string,
    first: readonly Printable[],
    options: Readonly<Record<string, Printable | undefined>>,
  ): Code => {
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
    fields.flatMap((field) =>
      field.descriptor.type === 'join'
        ? []
        : [
            {
              name: field.descriptor.name,
              rule: ruleOf(field, mode),
              presence: presenceOf(field.descriptor, mode),
            },
          ],
    );

  /** Groups and rows: inline, or as a constant if that is shorter. */
  const nested = (field: IrField, mode: Mode, first: Shape['first']): Code => {
    const { fields, descriptor } = field;
    const key = shapeOf(field);
    const isGroup = descriptor.type === 'group';
    const isShort = fields.length < 3 || !fields.some((inner) => asksForSomething(inner.descriptor));
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

  const blocksRule = (field: IrField, mode: Mode): Code => {
    const kinds = call('block', [array(field.blocks.map((block) => blockRule(block, mode)))]);
    // A union discriminates its plain objects, so inherited properties are hidden before it.
    return field.blocks.some(({ descriptor }) => hasInheritedName(descriptor.fields))
      ? call('own', [kinds])
      : kinds;
  };

  const listOf = (rule: string, item: Code, descriptor: ListDescriptor, mode: Mode): Code =>
    callWith(rule, [item], {
      required: descriptor.required === true && mode !== 'draft' ? raw('true') : undefined,
      min: descriptor.minRows,
      max: descriptor.maxRows,
    });

  const ruleOf = (field: IrField, mode: Mode): Code => {
    const { descriptor } = field;
    // Rows are not merged.
    const rowMode = mode === 'draft' ? 'draft' : 'create';
    switch (descriptor.type) {
      case 'group':
        return nested(field, mode, []);
      case 'array':
        return listOf('rows', nested(field, rowMode, [['id', call('rowId')]]), descriptor, mode);
      case 'blocks':
        return listOf('rows', blocksRule(field, rowMode), descriptor, mode);
      case 'text':
      case 'number':
      case 'select':
      case 'relationship':
        return descriptor.hasMany === true
          ? listOf('list', valueRule(descriptor, mode), descriptor, mode)
          : valueRule(descriptor, mode);
      default:
        return valueRule(descriptor, mode);
    }
  };

  /** One value, of a field with one or many. */
  const valueRule = (descriptor: FieldDescriptor, mode: Mode): Code => {
    switch (descriptor.type) {
      case 'text':
      case 'textarea':
      case 'slug':
        return callWith(descriptor.type === 'slug' ? 'slug' : 'text', [], {
          required: mode !== 'draft' && mustHaveText(descriptor) ? raw('true') : undefined,
          ...textOptions(descriptor),
        });
      case 'email':
      case 'url':
        return callWith(descriptor.type, [], textOptions(descriptor));
      case 'number': {
        const { min, max, integer } = descriptor;
        return callWith('number', [], { integer: integer ? raw('true') : undefined, min, max });
      }
      case 'boolean':
      case 'point':
      case 'json':
      case 'richText':
        return call(descriptor.type);
      case 'date':
        return call(descriptor.time ? 'timestamp' : 'date');
      case 'select':
        return call('choice', [array(descriptor.options.map(string))]);
      case 'relationship':
        return descriptor.polymorphic ? call('reference', [array(descriptor.to.map(string))]) : call('id');
      default:
        throw new Error(`A field of type "${descriptor.type}" has no single value.`);
    }
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
function asksForSomething(descriptor: FieldDescriptor): boolean {
  if ('required' in descriptor && descriptor.required === true) return true;
  if (descriptor.type === 'group' || descriptor.type === 'array')
    return descriptor.fields.some(asksForSomething);
  return (
    descriptor.type === 'blocks' && descriptor.blocks.some(({ fields }) => fields.some(asksForSomething))
  );
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

interface ListDescriptor {
  readonly required?: true;
  readonly minRows?: number;
  readonly maxRows?: number;
}

interface TextDescriptor {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: { readonly source: string; readonly flags: string };
}

function textOptions({
  minLength,
  maxLength,
  pattern,
}: TextDescriptor): Readonly<Record<string, Printable | undefined>> {
  return { min: minLength, max: maxLength, pattern: pattern && patternCode(pattern) };
}

function patternCode({ source, flags }: { readonly source: string; readonly flags: string }): Code {
  if (isPortablePattern(source, flags)) return regex(source, flags);
  return code`new RegExp(${string(source)}, ${string(flags)})`;
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
