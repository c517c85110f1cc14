import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './sources.js';

/** All that is particular to a database. */
const home = /^runtime\/storage\/dialects\/(?:sqlite|postgres)\//;

/** What else names a database, and why. */
const named: Readonly<Record<string, string>> = {
  'runtime/codegen/databases.ts': 'the list of names, and what each database reserves',
  'runtime/storage/dialects/index.ts': 'the list of their folders',
  'runtime/config/database-config.ts': 'a config names a database',
  'runtime/config/index.ts': 'and imports it by its name',
  'runtime/config/validate/check-database.ts': 'the checks of its options and variables say what is allowed',
  'runtime/auth/passwords/common-stems.ts': 'words in common passwords',
};

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

const naming = sourceFiles().filter((file) => !home.test(file) && namesDatabase(file));

test('only the folders of databases name one', () => {
  expect(naming.filter((file) => !Object.hasOwn(named, file))).toEqual([]);
});

test.each(Object.entries(named))('%s names one: %s', (file) => {
  expect(naming).toContain(file);
});
