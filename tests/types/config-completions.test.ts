import { join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'tests/types/completed.ts');

/** A config with the cursor at `§`. */
const configWith = (field: string, options = ''): string => `
import { defineConfig } from '../../runtime/config/index.js';
export const config = defineConfig({
  collections: [
    {
      slug: 'authors',
      fields: [
        { name: 'name', type: 'text', validate: (value) => value !== '' || 'Empty.' },
        { name: 'boss', type: 'relationship', to: 'authors' },
        { name: 'team', type: 'group', fields: [{ name: 'lead', type: 'relationship', to: 'authors' }] },
      ],
    },
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
        ${field}
      ],
      ${options}
      hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() }) },
    },
  ],
  globals: [{ slug: 'site', fields: [{ name: 'title', type: 'text' }] }],
});
`;

const project = new Project({
  compilerOptions: {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  },
});

/** The completions that the editor offers at the cursor. */
function completions(withCursor: string): readonly string[] {
  const position = withCursor.indexOf('§');
  project.createSourceFile(file, withCursor.replace('§', ''), { overwrite: true });
  const service = project.getLanguageService().compilerObject;
  const found = service.getCompletionsAtPosition(file, position, {});
  return (found?.entries ?? []).map(({ name }) => name).sort();
}

const paths = ['createdAt', 'id', 'seo.title', 'title', 'updatedAt'];

test.each([
  ['a relation', `{ name: 'r', type: 'relationship', to: '§' },`],
  ['a list of targets', `{ name: 'r', type: 'relationship', to: ['authors', '§'] },`],
  ['a relation that is being typed', `{ name: 'r', type: 'relationship', to: 'au§' },`],
  [
    'a relation in a group',
    `{ name: 'g', type: 'group', fields: [{ name: 'r', type: 'relationship', to: '§' }] },`,
  ],
  [
    'a relation in rows',
    `{ name: 'g', type: 'array', fields: [{ name: 'r', type: 'relationship', to: '§' }] },`,
  ],
  [
    'a relation in a block',
    `{ name: 'g', type: 'blocks', blocks: [{ slug: 'b', fields: [{ name: 'r', type: 'relationship', to: '§' }] }] },`,
  ],
  ['a join', `{ name: 'j', type: 'join', collection: '§', on: 'boss' },`],
])('slugs are offered in %s', (_where, field) => {
  expect(completions(configWith(field))).toEqual(['authors', 'posts']);
});

test('slugs are offered in a global', () => {
  const config = configWith('').replace(
    `[{ name: 'title', type: 'text' }] }],\n});`,
    `[{ name: 'home', type: 'relationship', to: '§' }] }],\n});`,
  );
  expect(completions(config)).toEqual(['authors', 'posts']);
});

test.each([
  ['useAsTitle', `admin: { useAsTitle: '§' },`],
  ['defaultColumns', `admin: { defaultColumns: ['title', '§'] },`],
  ['indexes', `indexes: [{ fields: ['§'] }],`],
])('field names are offered in %s', (_where, options) => {
  expect(completions(configWith('', options))).toEqual(paths);
});

test('the fields of the collection are offered in from', () => {
  expect(completions(configWith(`{ name: 's', type: 'slug', from: '§' },`))).toEqual([
    's',
    'seo.title',
    'title',
  ]);
});

test('the relations of the joined collection are offered in on', () => {
  const config = configWith(`{ name: 'j', type: 'join', collection: 'authors', on: '§' },`);
  expect(completions(config)).toEqual(['boss', 'team.lead']);
});

test('sort orders are offered in defaultSort', () => {
  const sorts = paths.flatMap((path) => [path, `${path}_asc`, `${path}_desc`]).sort();
  expect(completions(configWith('', `defaultSort: '§',`))).toEqual(sorts);
});

test('field types are offered in type', () => {
  expect(completions(configWith(`{ name: 'x', type: '§' },`))).toEqual([
    ...['array', 'blocks', 'boolean', 'collapsible', 'color', 'date', 'email', 'group', 'join', 'json'],
    ...['number', 'point', 'relationship', 'richText', 'row', 'select', 'slug', 'tabs', 'text', 'textarea'],
    ...['upload', 'url'],
  ]);
});

test('the options of a field type are offered, and no other', () => {
  const offered = completions(configWith(`{ name: 'x', type: 'number', § },`));
  expect(offered).toEqual(
    expect.arrayContaining(['integer', 'min', 'max', 'required', 'unique', 'validate']),
  );
  expect(offered).not.toContain('minLength');
});

test('hooks get the fields of the collection', () => {
  expect(completions(configWith('').replace('data.title?', 'data.§'))).toEqual(['seo', 'title']);
});

test('the options of the whole config are offered', () => {
  const offered = completions(
    `import { defineConfig } from '../../runtime/config/index.js';\ndefineConfig({ § });`,
  );
  expect(offered).toEqual(
    expect.arrayContaining(['collections', 'globals', 'db', 'limits', 'server', 'name']),
  );
});
