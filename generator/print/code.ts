/**
 * Code as emitters write it. Text of a config never becomes code by itself: a `code` template takes only
 * code, imported names and numbers, so that every string passes through a literal, key, identifier or comment
 * printer.
 */
import type { JsonValue } from '../../runtime/util/json.js';
import { docCommentLines } from './comment.js';
import {
  canBreak,
  concat,
  type Doc,
  group,
  hardLine,
  ifBroken,
  indent,
  nameDoc,
  nothing,
  softLine,
  spaceLine,
  text,
  typed,
} from './doc.js';
import { isIdentifierName, isReservedWord } from './identifier.js';
import type { ImportedName } from './imported-name.js';
import { numberLiteral, regexLiteral, stringLiteral } from './literal.js';

/** A piece of code; {@link OutputFile.print} lays it out. */
export type Code = Doc;

/**
 * What a template takes: code, an imported name, a number, or a list of these, printed one after the other.
 */
export type Printable = Code | ImportedName | number | readonly Printable[];

/**
 * Code from a template. The literal text is code as written; line ends break the line.
 *
 * @example
 * code`export const ${identifier('posts')} = ${importedValue('a', 'svc/runtime')}(${string('posts')});`
 */
export function code(strings: TemplateStringsArray, ...values: readonly Printable[]): Code {
  const parts: Code[] = [];
  for (const [index, piece] of fixedParts(strings).entries()) {
    parts.push(...piece);
    const value = values[index];
    if (value !== undefined) parts.push(toCode(value));
  }
  return concat(parts);
}

/** By template: one is printed thousands of times for a large config. */
const fixedPartsOf = new WeakMap<TemplateStringsArray, readonly (readonly Code[])[]>();

function fixedParts(strings: TemplateStringsArray): readonly (readonly Code[])[] {
  const known = fixedPartsOf.get(strings);
  if (known !== undefined) return known;
  const parts = strings.map(lines);
  fixedPartsOf.set(strings, parts);
  return parts;
}

function toCode(value: Printable): Code {
  if (typeof value === 'number') return text(numberLiteral(value));
  if (Array.isArray(value)) return concat(value.map(toCode));
  const single = value as Code | ImportedName;
  return single.kind === 'importedName' ? nameDoc(single) : single;
}

function lines(piece: string): readonly Code[] {
  return piece
    .split('\n')
    .flatMap((line, index) => [...(index === 0 ? [] : [hardLine]), ...(line === '' ? [] : [text(line)])]);
}

/** Text that is code already: a fixed part of the emitter, never text of a config. */
export function raw(fixed: string): Code {
  return concat(lines(fixed));
}

/** A part that only TypeScript has: an annotation or a cast. It is left out of JavaScript. */
export function onlyTyped(part: Printable): Code {
  return typed(toCode(part));
}

/** An identifier made by the emitter; throws on a text that is not an identifier. */
export function identifier(name: string): Code {
  if (!isIdentifierName(name) || isReservedWord(name)) {
    throw new Error(`${JSON.stringify(name)} cannot be an identifier.`);
  }
  return text(name);
}

/** A string literal. */
export function string(value: string): Code {
  return text(stringLiteral(value));
}

/** A regular expression literal. */
export function regex(source: string, flags: string): Code {
  return text(regexLiteral(source, flags));
}

/** A key in an object literal or a type: quoted only where it must be. */
export function key(name: string): Code {
  // In a literal `__proto__: x` and `'__proto__': x` would set the prototype.
  if (name === '__proto__') return text("['__proto__']");
  return text(isIdentifierName(name) ? name : stringLiteral(name));
}

/** Access to a property: `.posts` or `['my posts']`. */
export function member(name: string): Code {
  return text(isIdentifierName(name) ? `.${name}` : `[${stringLiteral(name)}]`);
}

/**
 * A TSDoc comment and a line end, or nothing without a text. Without `width` it is wrapped for a comment
 * indented by two.
 */
export function docComment(description: string | null, width = 108): Code {
  if (description === null) return nothing;
  const wrapped = docCommentLines(description, width);
  return concat(wrapped.flatMap((line) => [text(line), hardLine]));
}

export interface ListOptions {
  /** One item per line, even if all would fit on one. */
  readonly broken?: boolean;
}

/** `[a, b]`, or one item per line. */
export function array(items: readonly Printable[], options: ListOptions = {}): Code {
  return enclosed({ open: '[', items, close: ']', separator: ',', trailing: ',', ...options });
}

/** `(a, b)`, or one argument per line. */
export function parenthesised(items: readonly Printable[], options: ListOptions = {}): Code {
  const last = items.at(-1);
  const others = items.slice(0, -1).map(toCode);
  // If the last item has braces or brackets, these break, not the parentheses around them.
  if (last !== undefined && isEnclosed(last) && !others.some(canBreak)) {
    return concat([text('('), join([...others, last], text(', ')), text(')')]);
  }
  return enclosed({ open: '(', items, close: ')', separator: ',', trailing: ',', ...options });
}

/** `{ a: 1, b }` of entries that are code already, or one entry per line. */
export function braces(items: readonly Printable[], options: ListOptions = {}): Code {
  return enclosed({ open: '{', items, close: '}', separator: ',', trailing: ',', spaced: true, ...options });
}

/** An object type: one member per line, or `{ a: string; b: number }`. */
export function objectType(members: readonly Printable[], options: ListOptions = {}): Code {
  return enclosed({
    open: '{',
    items: members,
    close: '}',
    separator: ';',
    trailing: ';',
    spaced: true,
    ...options,
  });
}

/** A statement's block: `{`, each item on a line of its own, `}`. */
export function block(items: readonly Printable[]): Code {
  if (items.length === 0) return text('{}');
  const body = items.flatMap((item) => [hardLine, toCode(item)]);
  return concat([text('{'), indent(concat(body)), hardLine, text('}')]);
}

/** An object literal; keys with the value `undefined` are left out. */
export function object(
  entries: Readonly<Record<string, Printable | undefined>> | readonly (readonly [string, Printable])[],
  options: ListOptions = {},
): Code {
  const pairs = Array.isArray(entries)
    ? (entries as readonly (readonly [string, Printable])[])
    : Object.entries(entries);
  const items = pairs.flatMap(([name, value]) => (value === undefined ? [] : [code`${key(name)}: ${value}`]));
  return braces(items, options);
}

/** A JSON value as a literal; lists and objects that do not fit on a line are broken. */
export function json(value: JsonValue): Code {
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number') return text(numberLiteral(value));
  if (value === null || typeof value === 'boolean') return text(String(value));
  if (Array.isArray(value)) return array((value as readonly JsonValue[]).map(json));
  return object(Object.entries(value).map(([name, item]) => [name, json(item)] as const));
}

/** `a | b`: on one line, or one branch per line, each after a leading `|`. */
export function union(branches: readonly Printable[]): Code {
  const [only] = branches;
  if (only === undefined) return text('never');
  if (branches.length === 1) return toCode(only);
  const separated = branches.flatMap((arm, index) =>
    index === 0 ? [toCode(arm)] : [spaceLine, text('| '), toCode(arm)],
  );
  return group(indent(concat([softLine, ifBroken(text('| ')), ...separated])));
}

/** `a & b`: on one line, or each type on a line of its own. */
export function intersection(types: readonly Printable[]): Code {
  const [first, ...others] = types;
  if (first === undefined) return text('unknown');
  const more = others.flatMap((type) => [text(' &'), spaceLine, toCode(type)]);
  return group(concat([toCode(first), indent(concat(more))]));
}

/** `head = value`; a value that cannot be broken goes to the next line if both do not fit on one. */
export function assignment(head: Printable, value: Printable): Code {
  const whole = toCode(value);
  if (canBreak(whole)) return code`${head} = ${whole}`;
  return group(code`${head} =${indent(concat([spaceLine, whole]))}`);
}

/** Items with a separator between them. */
export function join(items: readonly Printable[], separator: Printable): Code {
  return concat(
    items.flatMap((item, index) => (index === 0 ? [toCode(item)] : [toCode(separator), toCode(item)])),
  );
}

interface Enclosed extends ListOptions {
  readonly open: string;
  readonly items: readonly Printable[];
  readonly close: string;
  readonly separator: string;
  readonly trailing: string;
  readonly spaced?: boolean;
}

function isEnclosed(item: Printable): boolean {
  return typeof item === 'object' && 'kind' in item && item.kind === 'group' && item.isEnclosed;
}

function enclosed({
  open,
  items,
  close,
  separator,
  trailing,
  spaced = false,
  broken = false,
}: Enclosed): Code {
  if (items.length === 0) return text(open + close);
  const edge = spaced ? spaceLine : softLine;
  const body = join(items, concat([text(separator), spaceLine]));
  return group(
    concat([text(open), indent(concat([edge, body])), ifBroken(text(trailing)), edge, text(close)]),
    { broken, isEnclosed: true },
  );
}
