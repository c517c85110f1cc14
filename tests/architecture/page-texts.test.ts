/** The server's own pages speak two languages, everywhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { germanTexts } from '../../runtime/http/pages/language/german.js';
import { german } from '../../runtime/http/pages/language/translate-page.js';
import { root, sourceFiles } from './sources.js';

const sources = sourceFiles().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const pages = sources.filter((file) => /^runtime\/http\/pages\/[\w-]+\.ts$/.test(file));

/** Names of headers, which begin like sentences. */
const isHeader = (text: string): boolean => /^(ETag|Location|[A-Z][a-z]+(-[A-Z][a-z]+)+)$/.test(text);

/** Said behind another text, which has German words of its own. */
const parts = new Set(['There were too many requests from your network. 1', 'For administrators: 1']);

test('there are pages', () => {
  expect(pages.length).toBeGreaterThan(10);
});

test.each(pages)('%s says everything in German too', (file) => {
  expect(textsIn(file).filter((text) => !parts.has(text) && german(text) === text)).toEqual([]);
});

test('no German text stands for an English one that nobody says any more', () => {
  const all = sources
    .filter((file) => file.startsWith('runtime/') && !file.startsWith('runtime/http/pages/language/'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  // Of these the code puts the middle in: `This ${what} is not valid`, `Must be ${what}`.
  const stale = Object.keys(germanTexts).filter(
    (text) => !all.includes(text) && !/^(This (link|code) is not valid: |Must be an? )/.test(text),
  );
  expect(stale).toEqual([]);
});

/** What people may read of a file's strings; what is put into a text is a 1 here. */
function textsIn(file: string): readonly string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const text = textOf(node);
    if (text !== null && /^[A-Z].*[a-z]/s.test(text) && !isHeader(text)) found.push(text);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `1${literal.text}`).join('');
}
