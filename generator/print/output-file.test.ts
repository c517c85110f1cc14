import { describe, expect, test } from 'vitest';
import {
  array,
  block,
  code,
  docComment,
  identifier,
  json,
  key,
  member,
  object,
  onlyTyped,
  raw,
  string,
  union,
} from './code.js';
import { withoutTypes } from './doc.js';
import { importedDefault, importedNamespace, importedType, importedValue } from './imported-name.js';
import { outputFile, specifierFrom } from './output-file.js';

describe('imports', () => {
  test('are sorted, relative and marked as types', () => {
    const file = outputFile('routes/posts.ts', { header: ['// header'] });
    file.print(
      code`export const x: ${importedType('Routes', 'svc/runtime')} = ${importedValue('posts', './descriptors.ts')};`,
    );
    file.print(
      code`${importedValue('readDocument', 'svc/runtime')}(${importedValue('createDocument', 'svc/runtime')});`,
    );
    file.print(code`${importedDefault('config', '../svc.config.js')}; ${importedNamespace('z', 'zod')};`);
    file.print(code`type T = ${importedType('Post', './sdk/types.ts')};`);
    expect(file.emit()).toEqual({
      path: 'routes/posts.ts',
      content: `// header
import { createDocument, type Routes, readDocument } from 'svc/runtime';
import * as z from 'zod';
import config from '../../svc.config.js';
import { posts } from '../descriptors.js';
import type { Post } from '../sdk/types.js';

export const x: Routes = posts;
readDocument(createDocument);
config; z;
type T = Post;
`,
    });
  });

  test('a name that the file declares or that two modules share gets an alias', () => {
    const file = outputFile('a.ts');
    file.declare('posts');
    file.print(
      code`const posts = [${importedValue('posts', './descriptors.ts')}, ${importedValue('list', './a.ts')}, ${importedValue('list', './b.ts')}];`,
    );
    expect(file.emit().content).toBe(`import { list } from './a.js';
import { list as list2 } from './b.js';
import { posts as posts2 } from './descriptors.js';

const posts = [posts2, list, list2];
`);
  });

  test('a value that is also used as a type is one import', () => {
    const file = outputFile('a.ts');
    file.print(code`const a: ${importedType('Post', './b.ts')} = new ${importedValue('Post', './b.ts')}();`);
    expect(file.emit().content).toBe("import { Post } from './b.js';\n\nconst a: Post = new Post();\n");
  });

  test('a long list is broken', () => {
    const file = outputFile('a.ts');
    const names = Array.from({ length: 12 }, (_, index) => importedValue(`operation${index}`, 'svc/runtime'));
    file.print(array(names));
    expect(file.emit().content).toMatch(/^import \{\n {2}operation0,\n {2}operation1,/);
  });

  test('specifiers are seen from the file', () => {
    expect(specifierFrom('a.ts', './b.ts')).toBe('./b.js');
    expect(specifierFrom('routes/a.ts', './routes/b.ts')).toBe('./b.js');
    expect(specifierFrom('server.ts', '../svc.config.js')).toBe('../svc.config.js');
    expect(specifierFrom('sdk/a.ts', '../../svc.config.js')).toBe('../../../svc.config.js');
    expect(specifierFrom('a.ts', 'zod')).toBe('zod');
  });
});

describe('layout', () => {
  const printed = (...statements: Parameters<typeof code>[1][]): string => {
    const file = outputFile('a.ts');
    for (const statement of statements) file.print(statement);
    return file.emit().content;
  };

  test('an object stands on one line where it fits in 110 columns, else one entry a line', () => {
    const entries = (length: number): Record<string, ReturnType<typeof string>> => ({
      a: string('x'.repeat(length)),
      b: string('y'),
    });
    expect(printed(code`const a = ${object(entries(80))};`)).toBe(
      `const a = { a: '${'x'.repeat(80)}', b: 'y' };\n`,
    );
    expect(printed(code`const a = ${object(entries(90))};`)).toBe(
      `const a = {\n  a: '${'x'.repeat(90)}',\n  b: 'y',\n};\n`,
    );
  });

  test('what follows a group counts for its line', () => {
    const value = object({ a: string('x'.repeat(80)) });
    expect(printed(code`const a = ${value};`).split('\n')).toHaveLength(2);
    expect(printed(code`const a = ${value}${raw('.a.b.c.d.e.f.g.h.i.j.k.l.m')};`).split('\n')).toHaveLength(
      4,
    );
  });

  test('keys are quoted only where they must be', () => {
    expect(printed(code`${json({ plain: 1, 'my-key': [true, null], __proto: 0 })};`)).toBe(
      "{ plain: 1, 'my-key': [true, null], __proto: 0 };\n",
    );
    expect(printed(code`${json(JSON.parse('{"__proto__":{"a":1}}'))};`)).toBe(
      "{ ['__proto__']: { a: 1 } };\n",
    );
    expect(printed(code`a${member('b')}${member('c-d')}; ${key("it's")}`)).toBe(`a.b['c-d']; "it's"\n`);
  });

  test('blocks, unions and comments are set as people set them', () => {
    const branches = Array.from({ length: 9 }, (_, index) => string(`option number ${index}`));
    expect(
      printed(
        code`${docComment('One line.')}type A = ${union([string('a'), string('b')])};`,
        code`${docComment('Two\nlines */ end\n@deprecated')}type B = ${union(branches)};`,
        code`function f() ${block([code`return ${object({ a: 1, gone: undefined })};`])}`,
      ),
    ).toBe(`/** One line. */
type A = 'a' | 'b';
/**
 * Two
 * lines *\\/ end
 * \\@deprecated
 */
type B =
${branches.map((_, index) => `  | 'option number ${index}'`).join('\n')};
function f() {
  return { a: 1 };
}
`);
  });

  test('a long description is wrapped', () => {
    const lines = printed(code`${docComment('word '.repeat(60))}type A = 1;`).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(lines[0]).toBe('/**');
  });

  test('a blank line separates statements, never twice and never at the top', () => {
    const file = outputFile('a.ts');
    file.blank();
    file.print(code`a;`);
    file.blank();
    file.blank();
    file.print(code`b;`);
    file.blank();
    expect(file.emit().content).toBe('a;\n\nb;\n');
  });

  test('text that is no identifier is refused', () => {
    expect(() => identifier('a; alert(1)')).toThrow('cannot be an identifier');
    expect(() => identifier('class')).toThrow('cannot be an identifier');
  });
});

test('what only TypeScript has is left out of JavaScript, and its imports too', () => {
  const statement = code`const post${onlyTyped(code`: ${importedType('Post', './sdk/types.ts')}`)} = ${object({ a: string('x'.repeat(99)), b: code`c${onlyTyped(raw(' as number'))}` })};`;
  const printed = (path: string, piece: typeof statement): string => {
    const file = outputFile(path);
    file.print(piece);
    return file.emit().content;
  };
  const text = `'${'x'.repeat(99)}'`;
  expect(printed('a.ts', statement)).toBe(
    `import type { Post } from './sdk/types.js';\n\nconst post: Post = {\n  a: ${text},\n  b: c as number,\n};\n`,
  );
  expect(printed('a.js', withoutTypes(statement))).toBe(`const post = {\n  a: ${text},\n  b: c,\n};\n`);
});
