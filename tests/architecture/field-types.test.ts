/** In how many files a field type is named: CONTRIBUTING.md, "How to add a field type". */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './sources.js';

/** The modules of `color`, a plain scalar type: two of them, and the parts of its own widget. */
const own = /\/color(?:-[a-z]+)?\.tsx?$/;

/** Where `color` is the CSS property. */
const style: readonly string[] = ['admin/src/app/brand.tsx', 'admin/src/fields/rich-text/extensions.ts'];

/** Other names: those of the looks of the dashboard, light and dark, and of its accent. */
const others = /color-?scheme|accentColor/i;

const isTypeName = (text: string): boolean =>
  /^color(?:[A-Z]\w*)?$|^\w*Color(?:[A-Z]\w*)?$/.test(text) && !others.test(text);

/** Whether a file has the name, alone or in a longer one (`isColor`, `ColorField`), as code or as a text. */
function namesColor(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  if (!/color/i.test(text)) return false;
  const isNamed = (node: ts.Node): boolean =>
    ((ts.isIdentifier(node) || ts.isStringLiteral(node)) && isTypeName(node.text)) ||
    (ts.forEachChild(node, (child) => isNamed(child) || undefined) ?? false);
  return isNamed(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
}

test('three files name a plain scalar type outside its modules, and two more its own widget', () => {
  const files = sourceFiles().filter((file) => !style.includes(file) && !others.test(file));
  expect(files.filter((file) => own.test(file))).toEqual([
    'admin/src/fields/color-swatch.tsx',
    'admin/src/fields/color-texts.ts',
    'admin/src/fields/color-widget.tsx',
    'admin/src/fields/types/color.tsx',
    'runtime/fields/types/color.ts',
  ]);
  expect(files.filter((file) => !own.test(file) && namesColor(file))).toEqual([
    'admin/src/fields/widget-for.ts',
    'admin/src/fields/widget.ts',
    'runtime/errors/reasons/kinds.ts',
    'runtime/fields/types/index.ts',
    'templates/validators/rules.ts',
  ]);
});
