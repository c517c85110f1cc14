import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './sources.js';

/** All that is particular to a database. */
const home = 'runtime/storage/dialects/';

/** What else names a database, and why. */
const named: readonly (readonly [path: string, reason: string])[] = [
  ['runtime/config/', 'a config and its variables name a database: their types and checks'],
  ['bin/doctor/', 'checks the driver, the file or the server of each database'],
  ['bin/migrate/copy-from-sqlite.ts', 'copies one database to the other'],
  ['bin/commands/migrate-from-sqlite.ts', 'the command of that copy'],
  ['bin/commands/migrate.ts', 'adds that command'],
  ['bin/run.ts', 'lists the commands'],
  ['bin/bundle/server-packages.ts', 'names the packages of drivers'],
  ['bin/project/package-manifest.ts', 'names the packages of drivers'],
  ['runtime/codegen/tables.ts', 'a name of a table that one database reserves is avoided on all'],
  ['runtime/auth/passwords/common-stems.ts', 'a word in common passwords'],
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
  expect(naming.filter((file) => !named.some(([path]) => file.startsWith(path)))).toEqual([]);
});

test.each(named)('%s names one: %s', (path) => {
  expect(naming.some((file) => file.startsWith(path))).toBe(true);
});
