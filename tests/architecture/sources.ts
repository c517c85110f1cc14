import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ts } from 'ts-morph';

export const root: string = resolve(import.meta.dirname, '../..');

/**
 * One import of a source file: of another source file of this repository (`to` is its path) or of a package.
 */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: 'source' | 'package';
  /** Erased by the compiler. */
  readonly isTypeOnly: boolean;
  /** Loaded by a call, when it is needed. */
  readonly isLazy: boolean;
}

const rooms = ['bin', 'generator', 'runtime', 'templates', 'admin/src'];

/**
 * Every TypeScript file that is published, built into the dashboard or copied into projects, except tests.
 */
export function sourceFiles(): readonly string[] {
  return rooms
    .flatMap((room) => typeScriptFiles(join(root, room)))
    .filter((file) => !/\.test(-d)?\.tsx?$|\.d\.ts$|\/testing\//.test(file))
    .map((file) => relative(root, file))
    .sort();
}

function typeScriptFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The imports of a file: statements, re-exports, `import()` and `require()`, including type imports. */
export function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Import[] = [];
  const add = (specifier: string, { isTypeOnly = false, isLazy = false } = {}): void => {
    // The version of a package may be read without loading the package; a style sheet is not a source file.
    if (specifier.startsWith('node:') || /\/package\.json$|\.css$/.test(specifier)) return;
    const isOwn = specifier.startsWith('.');
    const to = isOwn ? sourceOf(file, specifier) : packageOf(specifier);
    found.push({ from: file, to, kind: isOwn ? 'source' : 'package', isTypeOnly, isLazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(textOf(node.moduleSpecifier), { isTypeOnly: isTypeImport(node.importClause) });
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      add(textOf(node.moduleSpecifier), { isTypeOnly: node.isTypeOnly });
    else if (ts.isCallExpression(node) && isLoading(node)) add(textOf(node.arguments[0]), { isLazy: true });
    else if (ts.isImportTypeNode(node))
      add(textOf(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined), {
        isTypeOnly: true,
      });
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

function textOf(node: ts.Node | undefined): string {
  return node && ts.isStringLiteral(node) ? node.text : 'node:computed';
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  const { isTypeOnly, name, namedBindings } = clause;
  if (isTypeOnly) return true;
  // `import { type A }` counts as erased if all its names are types.
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((each) => each.isTypeOnly)
  );
}

/** Matches `import('x')` and `require('x')`. */
function isLoading({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  );
}

function sourceOf(file: string, specifier: string): string {
  const path = relative(root, resolve(join(root, dirname(file)), specifier));
  const component = path.replace(/\.js$/, '.tsx');
  return existsSync(join(root, component)) ? component : path.replace(/\.js$/, '.ts');
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * The layer of a path: `runtime/http` for `runtime/http/handlers/list.ts`, `admin/ui` for
 * `admin/src/ui/button.tsx`. Files directly in `runtime/` belong to `runtime`, those directly in the
 * dashboard's sources to `admin`.
 */
export function roomOf(path: string): string {
  if (path.startsWith('admin/src/')) return roomOf(path.replace('/src', ''));
  const [top = '', second = '', ...rest] = path.split('/');
  return ['runtime', 'templates', 'admin'].includes(top) && rest.length > 0 ? `${top}/${second}` : top;
}

/**
 * The shortest import chain from one of the entries to a file, entry first; the file alone if no entry
 * reaches it.
 */
export function chainTo(
  file: string,
  entries: readonly string[],
  imports: readonly Import[],
): readonly string[] {
  const cameFrom = new Map<string, string | null>(entries.map((entry) => [entry, null]));
  for (const current of cameFrom.keys()) {
    if (current === file) return backFrom(current, cameFrom);
    for (const { from, to } of imports) {
      if (from === current && !cameFrom.has(to)) cameFrom.set(to, current);
    }
  }
  return [file];
}

function backFrom(file: string, cameFrom: ReadonlyMap<string, string | null>): readonly string[] {
  const before = cameFrom.get(file) ?? null;
  return before === null ? [file] : [...backFrom(before, cameFrom), file];
}
