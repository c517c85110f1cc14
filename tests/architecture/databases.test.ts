import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './sources.js';

/** All that is particular to a database. */
const home = 'runtime/storage/dialects/';

/** What else names a database, and why. */
const named: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^runtime\/config\//, 'a config and its variables name a database: their types and checks'],
  [/^runtime\/cli\/doctor\//, 'svc doctor checks the driver, the file or the server of each'],
  [
    /^bin\/(run|commands\/migrate|.*-from-sqlite)\.ts$|^runtime\/cli\/migrations\/copy-project\.ts$/,
    'the command that copies one database to the other',
  ],
  [/^runtime\/codegen\/tables\.ts$/, 'a prefix of tables that one database reserves is avoided on all'],
  [/^runtime\/auth\/passwords\/common-stems\.ts$/, 'words in common passwords'],
];

/** In code, not in comments. */
function namesDatabase(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  const found = (node: ts.Node): boolean =>
    (isName(node) && /sqlite|postgres|\bpg(?:_catalog)?\b/i.test(node.getText(source))) ||
    node.forEachChild((child) => found(child) || undefined) === true;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return found(source);
}

function isName(node: ts.Node): boolean {
  return (
    ts.isIdentifier(node) ||
    ts.isLiteralExpression(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

const naming = sourceFiles().filter((file) => !file.startsWith(home) && namesDatabase(file));

test('only the folder of dialects names a database', () => {
  expect(naming.filter((file) => !named.some(([path]) => path.test(file)))).toEqual([]);
});

test.each(named)('%s names one: %s', (path) => {
  expect(naming.some((file) => path.test(file))).toBe(true);
});
