/** Every text of the dashboard exists in two languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './sources.js';

const files = sourceFiles().filter((file) => file.startsWith('admin/src/'));
const english = files.filter((file) => file.endsWith('.en.ts'));

interface CatalogueFile {
  readonly en?: object;
  readonly de?: object;
}

const catalogueOf = async (file: string): Promise<CatalogueFile> => import(join(root, file));

test('there are catalogues', () => {
  expect(english.length).toBeGreaterThan(2);
});

test.each(english)('%s says everything in German too', async (file) => {
  const { en = {} } = await catalogueOf(file);
  const { de = {} } = await catalogueOf(file.replace(/\.en\.ts$/, '.de.ts'));
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  expect([...Object.values(en), ...Object.values(de)]).not.toContain('');
});

/** Attributes with text that users read or hear. */
const readAttributes =
  /^(title|label|alt|placeholder|description|text|note|action|cancel|aria-label|aria-description)$/;

test('no text stands in a component: it is in a catalogue', () => {
  const found = files.filter((file) => file.endsWith('.tsx')).flatMap(textsIn);
  expect(found).toEqual([]);
});

function textsIn(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts.Node, words: string): void => {
    if (!/\p{L}{2}/u.test(words)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.pos);
    found.push(`${file}:${line + 1} ${words.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isJsxAttribute(node) && readAttributes.test(node.name.getText(source))) {
      for (const words of literalsOf(node.initializer)) report(node, words);
    }
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      const words = node.expression && ts.isStringLiteral(node.expression) ? node.expression.text : '';
      report(node, words);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function literalsOf(value: ts.JsxAttributeValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (ts.isStringLiteral(value)) return [value.text];
  const inner = ts.isJsxExpression(value) ? value.expression : undefined;
  return inner && (ts.isStringLiteral(inner) || ts.isNoSubstitutionTemplateLiteral(inner))
    ? [inner.text]
    : [];
}
