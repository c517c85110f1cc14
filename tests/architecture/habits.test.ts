import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { fieldKinds } from '../../runtime/fields/index.js';
import { root, sourceFiles } from './sources.js';

/** Each pattern is split in two, so that this file does not match itself. */
const forbidden: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}`), 'hides what the compiler says'],
  [new RegExp(`\\b(TO${'DO'}|FIX${'ME'}|XX${'X'}|HA${'CK'})\\b`), 'is not done'],
  [new RegExp(`\\b(test|it|describe)\\.(sk${'ip'}|on${'ly'}|to${'do'})\\b`), 'leaves tests out'],
  [new RegExp(`debug${'ger'};`), 'stops the program'],
];

/** Expected compile errors are allowed only where types are tested. */
const expectedError = new RegExp(`@ts-expect-${'error'}`);

function trackedFiles(names = /\.(ts|tsx|js|json|hbs|md)$/): readonly string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return list
    .toString()
    .split('\n')
    .filter((file) => names.test(file) && file !== 'package-lock.json')
    .filter((file) => existsSync(join(root, file)));
}

function linesWith(pattern: RegExp, files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

test.each(forbidden)('nothing says %s: it %s', (pattern) => {
  expect(linesWith(pattern, trackedFiles())).toEqual([]);
});

test('a compile error is expected in type tests only', () => {
  const elsewhere = trackedFiles().filter((file) => !/^tests\/types\/|\.test(-d)?\.ts$/.test(file));
  expect(linesWith(expectedError, elsewhere)).toEqual([]);
});

/** Words of a dialect of our own, which docs/glossary.md translates. */
const dialect = /\b(?:whoever|somebody|anew|stands for)\b|^\W*Answers\b/i;

const maxCommentWidth = 110;

interface CommentLine {
  /** Path and number of the line. */
  readonly place: string;
  readonly text: string;
}

/** Lines that hold a comment and nothing else, in sources, tests, scripts and style sheets. */
function commentLines(): readonly CommentLine[] {
  return trackedFiles(/\.(?:ts|tsx|js|css)$/)
    .filter((file) => !/^fixtures\/[^/]+\/expected\/|^sdk\/core\//.test(file))
    .flatMap(commentLinesOf);
}

/** Without code in examples and suppressions, which cannot be wrapped. */
function commentLinesOf(file: string): readonly CommentLine[] {
  let isInside = false;
  let isExample = false;
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const isStart = /^\s*\/\*/.test(text);
      const isComment = isInside || isStart || /^\s*\/\//.test(text);
      isExample = isInside && (/@example/.test(text) || (isExample && !/^\s*\* @/.test(text)));
      isInside = (isInside || isStart) && !text.includes('*/');
      const isCode = isExample || /biome-ignore/.test(text);
      return isComment && !isCode ? [{ place: `${file}:${index + 1}`, text }] : [];
    });
}

/** Whether a line is text of a literal, such as code that the generator prints. */
function isInLiteral({ place }: CommentLine): boolean {
  const [file = '', line = ''] = place.split(':');
  if (file.endsWith('.css')) return false;
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const position = source.getPositionOfLineAndCharacter(Number(line) - 1, 0);
  const isAround = (node: ts.Node): boolean => {
    if (position < node.pos || position >= node.end) return false;
    if (ts.isTemplateLiteralToken(node) && position > node.getStart(source)) return true;
    return ts.forEachChild(node, (child) => isAround(child) || undefined) ?? false;
  };
  return isAround(source);
}

test('comments are in plain English', () => {
  const found = commentLines().filter(({ text }) => dialect.test(text));
  expect(found.filter((line) => !isInLiteral(line))).toEqual([]);
});

test('titles of tests are in plain English', () => {
  const titles = trackedFiles(/\.tsx?$/).filter((file) => !file.endsWith('habits.test.ts'));
  expect(linesWith(/^\s*(?:test|describe)\b.*\b(?:whoever|anew)\b/i, titles)).toEqual([]);
});

test('comments are wrapped, except where they have an address', () => {
  const long = commentLines().filter(
    ({ text }) => text.length > maxCommentWidth && !/https?:\/\//.test(text),
  );
  expect(long.filter((line) => !isInLiteral(line))).toEqual([]);
});

test('limits begin with max or min', () => {
  expect(linesWith(/\b(?:const |#|readonly )(?:most|longest|largest|shortest)[A-Z]/, sourceFiles())).toEqual(
    [],
  );
});

test('exports have names', () => {
  const unnamed = sourceFiles().filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /^export default\b|^export \{[^}]*\bas default\b/m.test(text) || /^export \* from/m.test(text);
  });
  expect(unnamed).toEqual([]);
});

/** Folders in which a switch on the type of a field must have a case for every type. */
const roomsOfFieldTypes = ['runtime/', 'generator/', 'admin/src/'];

test('no switch on the type of a field has a default: the compiler names a type without a case', () => {
  const files = sourceFiles().filter((file) => roomsOfFieldTypes.some((room) => file.startsWith(room)));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(defaultsOnFieldTypes)).toEqual([]);
});

/** Switches with a default whose other cases are names of field types. */
function defaultsOnFieldTypes(file: string): readonly string[] {
  const names: ReadonlySet<string> = new Set(fieldKinds);
  const text = readFileSync(join(root, file), 'utf8');
  // Few files have a default, and parsing all takes seconds.
  if (!/\bdefault\s*:/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isSwitchStatement(node)) {
      const { clauses } = node.caseBlock;
      const labels = clauses.filter(ts.isCaseClause).map(({ expression }) => expression);
      const isOnType = labels.every((label) => ts.isStringLiteral(label) && names.has(label.text));
      if (isOnType && clauses.some(ts.isDefaultClause)) {
        const { line } = source.getLineAndCharacterOfPosition(node.caseBlock.pos);
        found.push(`${file}:${line + 1}`);
      }
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

test('the names of the field types are listed once: as the keys of their modules', () => {
  expect(sourceFiles().flatMap(listsOfFieldTypes)).toEqual([]);
});

/** Array literals and unions with most of the names. Tables by name are checked by the compiler. */
function listsOfFieldTypes(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  // Few files name most types, and parsing all takes seconds.
  if (!hasMostTypes((name) => text.includes(name))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node) || ts.isUnionTypeNode(node)) {
      const texts = new Set(textsIn(node));
      if (hasMostTypes((name) => texts.has(name))) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        found.push(`${file}:${line + 1}`);
      }
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function hasMostTypes(has: (name: string) => boolean): boolean {
  return fieldKinds.filter(has).length > 0.7 * fieldKinds.length;
}

function textsIn(node: ts.Node): readonly string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textsIn);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(textsIn);
  if (ts.isLiteralTypeNode(node)) return textsIn(node.literal);
  return ts.isSpreadElement(node) ? textsIn(node.expression) : [];
}

test('folders have no drawers', () => {
  const drawers = sourceFiles().filter((file) =>
    /(^|\/)(utils?|helpers?|common|misc|shared)(\.ts|\/)/.test(file),
  );
  expect(drawers.filter((file) => !file.startsWith('runtime/util/'))).toEqual([]);
});

test('file names are kebab-case', () => {
  const names = sourceFiles().filter((file) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.en|\.de)?\.tsx?$/.test(file));
  expect(names).toEqual([]);
});

test.each(['dist/runtime/config/index.d.ts', 'dist/runtime/index.d.ts'])(
  'no type behind %s is `any`',
  (entry) => {
    const found = [...reachableDeclarations(join(root, entry))].flatMap(anyTypesIn);
    expect(found).toEqual([]);
  },
);

function reachableDeclarations(entry: string): ReadonlySet<string> {
  const seen = new Set([entry]);
  for (const file of seen) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith('.')) seen.add(join(file, '..', fileName.replace(/\.js$/, '.d.ts')));
    }
  }
  return seen;
}

function anyTypesIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  if (!/\bany\b/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.pos);
      found.push(`${file}:${line + 1} ${source.text.split('\n')[line]?.trim()}`);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}
