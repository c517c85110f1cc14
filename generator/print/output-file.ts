/**
 * A file that emitters print to. It knows its path, so it writes its own imports: sorted, with relative paths
 * resolved and types marked as such. A name that clashes with another one is imported under an alias.
 */
import { posix } from 'node:path';
import type { EmittedFile } from '../ir/ir.js';
import { type Code, code, type Printable } from './code.js';
import { collectNames, concat, type Doc, hardLine, layout, nameDoc } from './doc.js';
import { takeFreeName } from './identifier.js';
import type { ImportedName } from './imported-name.js';
import { stringLiteral } from './literal.js';

export interface OutputFile {
  /** Path below the output folder, with `/`. */
  readonly path: string;
  /** Prints one statement or comment on lines of its own. */
  print(statement: Printable): void;
  /** Leaves one empty line before what comes next. */
  blank(): void;
  /** Imports a name that fixed text of the file uses. */
  uses(name: ImportedName): void;
  /** Names that the file declares, at its top level or inside: no import uses them. */
  declare(...names: readonly string[]): void;
  /** The whole text: header, imports, statements. */
  emit(): EmittedFile;
}

export interface OutputFileOptions {
  /** First lines of the file; each is a comment. */
  readonly header?: readonly string[];
}

/** Opens a file at a path below the output folder. */
export function outputFile(path: string, { header = [] }: OutputFileOptions = {}): OutputFile {
  const statements: Code[] = [];
  const fixed: Doc[] = [];
  const declared = new Set<string>();
  let gap = false;
  return {
    path,
    print(statement) {
      if (gap) statements.push(concat([]));
      gap = false;
      statements.push(code`${statement}`);
    },
    blank() {
      gap = statements.length > 0;
    },
    uses(name) {
      fixed.push(nameDoc(name));
    },
    declare(...names) {
      for (const name of names) declared.add(name);
    },
    emit() {
      const names = collectNames([...fixed, ...statements]);
      const locals = localNames(names, declared);
      const imports = importLines(path, names, locals);
      const body = layout(joined(statements), { nameOf: (name) => locals.get(name) ?? name.name });
      const parts = [header.join('\n'), imports.join('\n'), body].filter((part) => part !== '');
      return { path, content: `${joinParts(parts, header.length > 0)}\n` };
    },
  };
}

// The imports follow the header without an empty line, as in a file written by hand.
function joinParts(parts: readonly string[], hasHeader: boolean): string {
  const [first = '', ...rest] = parts;
  if (!hasHeader || rest.length < 2) return parts.join('\n\n');
  return `${first}\n${rest.join('\n\n')}`;
}

function joined(statements: readonly Code[]): Doc {
  return concat(
    statements.flatMap((statement, index) => (index === 0 ? [statement] : [hardLine, statement])),
  );
}

/** The local name of each imported name: its own name, unless the file or an earlier import uses it. */
function localNames(
  names: ReadonlySet<ImportedName>,
  declared: ReadonlySet<string>,
): ReadonlyMap<ImportedName, string> {
  const taken = new Set(declared);
  const values = new Set<string>();
  const locals = new Map<ImportedName, string>();
  const sorted = inOrder(names);
  for (const name of sorted) {
    // A value and a type of the same name and module are one import.
    const twin = sorted.find(
      (other) => other !== name && other.name === name.name && other.from === name.from && locals.has(other),
    );
    const local = (twin && locals.get(twin)) ?? takeFreeName(name.name, taken);
    if (name.as !== 'type') values.add(local);
    locals.set(name, local);
  }
  return locals;
}

function importLines(
  path: string,
  names: ReadonlySet<ImportedName>,
  locals: ReadonlyMap<ImportedName, string>,
): readonly string[] {
  const modules = new Map<string, ImportedName[]>();
  for (const name of inOrder(names)) {
    const specifier = specifierFrom(path, name.from);
    modules.set(specifier, [...(modules.get(specifier) ?? []), name]);
  }
  return [...modules]
    .sort(([left], [right]) => compareSpecifiers(left, right))
    .flatMap(([specifier, members]) => moduleLines(specifier, members, locals));
}

function moduleLines(
  specifier: string,
  members: readonly ImportedName[],
  locals: ReadonlyMap<ImportedName, string>,
): readonly string[] {
  const localOf = (name: ImportedName): string => locals.get(name) ?? name.name;
  const from = ` from ${stringLiteral(specifier)};`;
  const lines = members
    .filter((name) => name.as === 'namespace' || name.as === 'default')
    .map((name) => `import ${name.as === 'namespace' ? '* as ' : ''}${localOf(name)}${from}`);
  const values = new Set(members.filter((name) => name.as === 'value').map((name) => name.name));
  const named = members.filter(
    (name) => name.as === 'value' || (name.as === 'type' && !values.has(name.name)),
  );
  if (named.length === 0) return lines;
  const onlyTypes = values.size === 0;
  const parts = named.map((name) => {
    const alias = localOf(name) === name.name ? '' : ` as ${localOf(name)}`;
    return `${name.as === 'type' && !onlyTypes ? 'type ' : ''}${name.name}${alias}`;
  });
  return [...lines, brokenImport(onlyTypes ? 'import type' : 'import', parts, from)];
}

function brokenImport(keyword: string, parts: readonly string[], from: string): string {
  const line = `${keyword} { ${parts.join(', ')} }${from}`;
  if (line.length <= 110) return line;
  return `${keyword} {\n${parts.map((part) => `  ${part},\n`).join('')}}${from}`;
}

// Deep enough that no `../` of a specifier climbs past the root, where paths would be clipped.
const deepFolder = '/-'.repeat(64);

/**
 * The specifier by which a file imports a module: packages as they are, paths relative to the file, `.js` for
 * `.ts`.
 */
export function specifierFrom(path: string, module: string): string {
  if (!module.startsWith('./') && !module.startsWith('../')) return module;
  const relative = posix.relative(
    posix.dirname(posix.join(deepFolder, path)),
    posix.join(deepFolder, module),
  );
  return (relative.startsWith('../') ? relative : `./${relative}`).replace(/\.ts$/, '.js');
}

// As formatters sort: packages, then parent folders, then the own folder; names letter by letter, `B` after
// `A` and `a`.
function compareSpecifiers(left: string, right: string): number {
  return rank(left) - rank(right) || compareText(left, right);
}

function rank(specifier: string): number {
  if (specifier.startsWith('../')) return 1;
  return specifier.startsWith('./') ? 2 : 0;
}

function inOrder(names: ReadonlySet<ImportedName>): readonly ImportedName[] {
  return [...names]
    .map((name) => ({ name, key: sortKey(name.name) }))
    .sort(
      (left, right) =>
        compareText(left.key, right.key) ||
        compareText(left.name.from, right.name.from) ||
        compareText(left.name.as, right.name.as),
    )
    .map(({ name }) => name);
}

/** `aB` → `a1b0`: a letter counts before its case, and upper case comes first. */
function sortKey(name: string): string {
  return name.replace(/[A-Za-z]/g, (letter) => letter.toLowerCase() + (letter < 'a' ? '0' : '1'));
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
