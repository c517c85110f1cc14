/**
 * Code as a tree with possible line breaks, and its layout in 110 columns: a group is printed on one line if
 * it fits, else all of its own breaks are taken. The algebra is Wadler's, as in most pretty-printers.
 */
import type { ImportedName } from './imported-name.js';

export type Doc = TextDoc | NameDoc | ConcatDoc | LineDoc | IndentDoc | GroupDoc | IfBrokenDoc | TypedDoc;

interface TextDoc {
  readonly kind: 'text';
  readonly text: string;
  readonly breaks: false;
}

interface NameDoc {
  readonly kind: 'name';
  readonly name: ImportedName;
  readonly breaks: false;
}

interface ConcatDoc {
  readonly kind: 'concat';
  readonly parts: readonly Doc[];
  readonly breaks: boolean;
}

interface LineDoc {
  readonly kind: 'line';
  /** `hard` always breaks. On one line, `space` is a space and `soft` is nothing. */
  readonly mode: 'hard' | 'space' | 'soft';
  readonly breaks: boolean;
}

interface IndentDoc {
  readonly kind: 'indent';
  readonly content: Doc;
  readonly breaks: boolean;
}

interface GroupDoc {
  readonly kind: 'group';
  readonly content: Doc;
  /** Brackets or braces and what is in them. */
  readonly isEnclosed: boolean;
  readonly breaks: boolean;
}

interface IfBrokenDoc {
  readonly kind: 'ifBroken';
  readonly broken: Doc;
  readonly flat: Doc;
  readonly breaks: false;
}

interface TypedDoc {
  readonly kind: 'typed';
  /** Code that only TypeScript has: an annotation, a cast. */
  readonly content: Doc;
  readonly breaks: boolean;
}

export function text(value: string): Doc {
  return { kind: 'text', text: value, breaks: false };
}

export function nameDoc(name: ImportedName): Doc {
  return { kind: 'name', name, breaks: false };
}

export function concat(parts: readonly Doc[]): Doc {
  return { kind: 'concat', parts, breaks: parts.some((part) => part.breaks) };
}

/** Always a new line. */
export const hardLine: Doc = { kind: 'line', mode: 'hard', breaks: true };
/** A new line in a broken group, else a space. */
export const spaceLine: Doc = { kind: 'line', mode: 'space', breaks: false };
/** A new line in a broken group, else nothing. */
export const softLine: Doc = { kind: 'line', mode: 'soft', breaks: false };
export const nothing: Doc = concat([]);

export function indent(content: Doc): Doc {
  return { kind: 'indent', content, breaks: content.breaks };
}

/** Printed on one line if it fits and has no hard line; with `broken` the breaks are always taken. */
export function group(content: Doc, { broken = false, isEnclosed = false }: GroupOptions = {}): Doc {
  return { kind: 'group', content, isEnclosed, breaks: content.breaks || broken };
}

export interface GroupOptions {
  readonly broken?: boolean;
  readonly isEnclosed?: boolean;
}

export function ifBroken(broken: Doc, flat: Doc = nothing): Doc {
  return { kind: 'ifBroken', broken, flat, breaks: false };
}

/** A part that only TypeScript has; {@link withoutTypes} leaves it out. */
export function typed(content: Doc): Doc {
  return { kind: 'typed', content, breaks: content.breaks };
}

/** Converts TypeScript code to JavaScript. */
export function withoutTypes(doc: Doc): Doc {
  switch (doc.kind) {
    case 'typed':
      return nothing;
    case 'concat':
      return concat(doc.parts.map(withoutTypes));
    case 'indent':
      return indent(withoutTypes(doc.content));
    case 'group':
      return group(withoutTypes(doc.content), { broken: doc.breaks, isEnclosed: doc.isEnclosed });
    case 'ifBroken':
      return ifBroken(withoutTypes(doc.broken), withoutTypes(doc.flat));
    default:
      return doc;
  }
}

/** Whether the code has a possible line break. */
export function canBreak(doc: Doc): boolean {
  switch (doc.kind) {
    case 'line':
      return true;
    case 'concat':
      return doc.parts.some(canBreak);
    case 'indent':
    case 'group':
    case 'typed':
      return canBreak(doc.content);
    default:
      return false;
  }
}

/** Every imported name in the order of its first use. */
export function collectNames(docs: readonly Doc[]): ReadonlySet<ImportedName> {
  const names = new Set<ImportedName>();
  const visit = (doc: Doc): void => {
    switch (doc.kind) {
      case 'name':
        names.add(doc.name);
        return;
      case 'concat':
        for (const part of doc.parts) visit(part);
        return;
      case 'indent':
      case 'group':
      case 'typed':
        visit(doc.content);
        return;
      case 'ifBroken':
        visit(doc.broken);
        visit(doc.flat);
        return;
      default:
    }
  };
  for (const doc of docs) visit(doc);
  return names;
}

interface Command {
  readonly doc: Doc;
  readonly indentation: number;
  readonly flat: boolean;
}

export interface LayoutOptions {
  /** The local name of an imported name in this file. */
  readonly nameOf: (name: ImportedName) => string;
  readonly columns?: number;
}

/** Lays out code; the text ends without a new line, and no line ends with a space. */
export function layout(root: Doc, { nameOf, columns = 110 }: LayoutOptions): string {
  const out: string[] = [];
  const stack: Command[] = [{ doc: root, indentation: 0, flat: false }];
  let column = 0;
  // Indentation is written with the first text of a line, so that empty lines stay empty.
  let pendingIndentation = 0;

  const write = (piece: string): void => {
    if (piece === '') return;
    if (pendingIndentation > 0) {
      out.push(' '.repeat(pendingIndentation));
      pendingIndentation = 0;
    }
    out.push(piece);
    column += piece.length;
  };

  for (let command = stack.pop(); command; command = stack.pop()) {
    const { doc, indentation, flat } = command;
    switch (doc.kind) {
      case 'text':
        write(doc.text);
        break;
      case 'name':
        write(nameOf(doc.name));
        break;
      case 'concat':
        for (let index = doc.parts.length - 1; index >= 0; index -= 1) {
          const part = doc.parts[index];
          if (part) stack.push({ doc: part, indentation, flat });
        }
        break;
      case 'indent':
        stack.push({ doc: doc.content, indentation: indentation + 2, flat });
        break;
      case 'typed':
        stack.push({ doc: doc.content, indentation, flat });
        break;
      case 'group': {
        const content = { doc: doc.content, indentation, flat: true };
        const fitsHere = !doc.breaks && (flat || fits(content, stack, columns - column, nameOf));
        stack.push(fitsHere ? content : { ...content, flat: false });
        break;
      }
      case 'ifBroken':
        stack.push({ doc: flat ? doc.flat : doc.broken, indentation, flat });
        break;
      case 'line':
        if (flat && doc.mode !== 'hard') {
          if (doc.mode === 'space') write(' ');
          break;
        }
        trimLastLine(out);
        out.push('\n');
        pendingIndentation = indentation;
        column = indentation;
        break;
    }
  }
  trimLastLine(out);
  return out.join('');
}

/** Whether a group on one line, and what follows it up to the next possible break, ends before the margin. */
function fits(
  first: Command,
  rest: readonly Command[],
  room: number,
  nameOf: LayoutOptions['nameOf'],
): boolean {
  const stack: Command[] = [first];
  let restIndex = rest.length - 1;
  let left = room;
  while (left >= 0) {
    let command = stack.pop();
    if (!command) {
      command = rest[restIndex];
      restIndex -= 1;
      if (!command) return true;
    }
    const { doc, flat, indentation } = command;
    switch (doc.kind) {
      case 'text':
        left -= doc.text.length;
        break;
      case 'name':
        left -= nameOf(doc.name).length;
        break;
      case 'concat':
        for (let index = doc.parts.length - 1; index >= 0; index -= 1) {
          const part = doc.parts[index];
          if (part) stack.push({ doc: part, indentation, flat });
        }
        break;
      case 'indent':
      case 'typed':
        stack.push({ doc: doc.content, indentation, flat });
        break;
      case 'group':
        stack.push({ doc: doc.content, indentation, flat: flat && !doc.breaks });
        break;
      case 'ifBroken':
        stack.push({ doc: flat ? doc.flat : doc.broken, indentation, flat });
        break;
      case 'line':
        if (!flat || doc.mode === 'hard') return true;
        if (doc.mode === 'space') left -= 1;
        break;
    }
  }
  return false;
}

function trimLastLine(out: string[]): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const trimmed = last.replace(/ +$/, '');
    if (trimmed !== '') {
      out.push(trimmed);
      return;
    }
  }
}
