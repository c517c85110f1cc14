/** docs/spec/contract.md#config: the config, tested through the command line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder, svc } from '../support/svc-command.js';
import { fileOf, useExam } from './support/exam.js';

/** The result of `svc generate` for a config: its exit code and error lines. */
async function issuesOf(
  body: string,
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  using folder = projectFolder({
    'svc.config.ts': `import { defineConfig } from 'svc';\n\nexport default defineConfig(${body} as never);\n`,
  });
  const { code, stdout, stderr } = await svc(['generate'], { cwd: folder.path });
  if (code !== 0)
    expect({ stdout, written: existsSync(join(folder.path, 'generated')) }).toEqual({
      stdout: '',
      written: false,
    });
  return { code, lines: stderr.trim().split('\n') };
}

const text = "{ name: 'a', type: 'text' }";

test('a fault is `file:line path: message`, all faults at once, in the order of the file', async () => {
  const { code, lines } = await issuesOf(`{
  nmae: 'x',
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', requird: true },
        { name: 'Title', type: 'text' },
        { name: 'ID', type: 'text' },
        { name: 'AND', type: 'text' },
        { name: '_revision', type: 'text' },
        { name: 'createdat', type: 'text' },
        { name: 'price_asc', type: 'number' },
        { name: 'price_desc', type: 'number' },
        { name: '1a', type: 'text' },
        { name: 'a-b', type: 'text' },
        { name: 'x', type: 'txet' },
        { name: 'rel', type: 'relationship', to: 'tgas' },
        { name: 'strict', type: 'relationship', to: 'tags', required: true, onDelete: 'set null' },
        { name: 'rows', type: 'array', fields: [{ name: 'id', type: 'text' }] },
        { name: 'bl', type: 'blocks', blocks: [{ slug: 'h', fields: [{ name: 'blockType', type: 'text' }] }] },
        { name: 'j', type: 'join', collection: 'tags', on: 'nope' },
        { name: 'n', type: 'number', default: 'x' },
        { name: 'p', type: 'text', pattern: '(' },
        { name: 's', type: 'slug', default: 'a/b' },
      ],
      defaultSort: 'nope_desc',
      indexes: [{ fields: ['nope'] }],
    },
    { slug: 'tags', fields: [${text}] },
    { slug: 'Tags', fields: [${text}] },
    { slug: 'tags', fields: [${text}] },
  ],
  limits: { maxLimit: 0, foo: 1 },
}`);
  expect(code).toBe(1);
  expect(lines).toEqual([
    'svc.config.ts:4: the config has no option "nmae". Did you mean "name"?',
    'svc.config.ts:9 collections.posts.fields.title: a text field has no option "requird". Did you mean "required"?',
    'svc.config.ts:10 collections.posts.fields.Title: "Title" and "title" differ only in case: rename one.',
    'svc.config.ts:11 collections.posts.fields.ID: "ID" differs only in case from the built-in "id".',
    'svc.config.ts:12 collections.posts.fields.AND: "AND" is reserved: choose another name.',
    'svc.config.ts:13 collections.posts.fields._revision: "_revision" is reserved: choose another name.',
    'svc.config.ts:14 collections.posts.fields.createdat: "createdat" differs only in case from the built-in "createdAt".',
    expect.stringMatching(/^svc\.config\.ts:15 collections\.posts\.fields\.price_asc: .*"_asc"/),
    expect.stringMatching(/^svc\.config\.ts:16 collections\.posts\.fields\.price_desc: .*"_desc"/),
    expect.stringMatching(/^svc\.config\.ts:17 collections\.posts\.fields\.1a: /),
    expect.stringMatching(/^svc\.config\.ts:18 collections\.posts\.fields\.a-b: /),
    'svc.config.ts:19 collections.posts.fields.x: has the unknown type "txet". Did you mean "text"?',
    'svc.config.ts:20 collections.posts.fields.rel: to names the unknown collection "tgas". Did you mean "tags"?',
    expect.stringMatching(/^svc\.config\.ts:21 collections\.posts\.fields\.strict: onDelete/),
    'svc.config.ts:22 collections.posts.fields.rows.fields.id: "id" is reserved: choose another name.',
    'svc.config.ts:23 collections.posts.fields.bl.blocks.h.fields.blockType: "blockType" is reserved: choose another name.',
    'svc.config.ts:24 collections.posts.fields.j: on names the unknown field "nope" of "tags".',
    'svc.config.ts:25 collections.posts.fields.n: default does not fit: "x" is not a number.',
    expect.stringMatching(/^svc\.config\.ts:26 collections\.posts\.fields\.p: pattern does not compile/),
    'svc.config.ts:27 collections.posts.fields.s: default does not fit: "a/b" is not a valid part of a URL.',
    'svc.config.ts:29 collections.posts.defaultSort: names the unknown field "nope".',
    'svc.config.ts:30 collections.posts.indexes[0].fields[0]: names the unknown field "nope".',
    expect.stringMatching(/^svc\.config\.ts:33 collections\.Tags: /),
    'svc.config.ts:34 collections.tags: "tags" is used twice.',
    expect.stringMatching(/^svc\.config\.ts:36 limits\.maxLimit: /),
    'svc.config.ts:36 limits: has no option "foo".',
  ]);
});

test('reserved slugs, in collections and globals, and slugs that are equal as camelCase', async () => {
  const reserved = [
    'admin',
    'auth',
    'globals',
    'health',
    'docs',
    'metrics',
    'api_keys',
    'safe',
    'svc',
    'then',
    'query',
  ];
  const documents = (slugs: readonly string[]): string =>
    slugs.map((slug) => `{ slug: '${slug}', fields: [${text}] }`).join(', ');
  const { code, lines } = await issuesOf(`{
  collections: [${documents(reserved)}],
  globals: [${documents([...reserved, 'system'])}],
}`);
  expect(code).toBe(1);
  const said = (kind: string, slug: string, line: number): string =>
    `svc.config.ts:${line} ${kind}s.${slug}: "${slug}" is reserved: choose another slug for this ${kind}.`;
  expect(lines).toEqual([
    ...reserved.map((slug) => said('collection', slug, 4)),
    ...[...reserved, 'system'].map((slug) => said('global', slug, 5)),
  ]);
  const equal = await issuesOf(
    `{ collections: [${documents(['blog-notes', 'blog_notes', 'x1', 'x-1', 'y-', 'y'])}] }`,
  );
  expect(equal.lines).toEqual([
    'svc.config.ts:3 collections.blog_notes: "blog_notes" and "blog-notes" are both called "blogNotes" in the SDK: rename one.',
    'svc.config.ts:3 collections.x-1: "x-1" and "x1" are both called "x1" in the SDK: rename one.',
    'svc.config.ts:3 collections.y: "y" and "y-" are both called "y" in the SDK: rename one.',
  ]);
});

test.each([
  ['only a collection', `{ collections: [{ slug: 'system', fields: [${text}] }] }`],
  ['only a global', `{ globals: [{ slug: 'site', fields: [${text}] }] }`],
  [
    'a collection and a global of one slug',
    `{ collections: [{ slug: 'site', fields: [${text}] }], globals: [{ slug: 'site', fields: [${text}] }] }`,
  ],
  [
    'reserved names inside a group',
    "{ collections: [{ slug: 'a', fields: [{ name: 'g', type: 'group', fields: [{ name: 'id', type: 'text' }, { name: 'OR', type: 'text' }] }] }] }",
  ],
  [
    'flattened names that meet',
    "{ collections: [{ slug: 'a', fields: [{ name: 'meta_title', type: 'text' }, { name: 'meta', type: 'group', fields: [{ name: 'title', type: 'text' }] }] }] }",
  ],
])('%s is a config', async (_, body) => {
  expect((await issuesOf(body)).code).toBe(0);
});

test.each([
  ['{}', 'svc.config.ts:3: '],
  ['{ collections: [] }', 'svc.config.ts:3'],
  ["{ collections: 'x' }", 'svc.config.ts:3 collections: '],
])('%s is none', async (body, beginning) => {
  const { code, lines } = await issuesOf(body);
  expect({ code, lines: lines.length }).toEqual({ code: 1, lines: 1 });
  expect(lines[0]?.startsWith(beginning)).toBe(true);
});

describe('a config with limits, comments and defaults', () => {
  const exam = useExam(`import { defineConfig } from 'svc';

export default defineConfig({
  limits: { maxLimit: 3, maxDepth: 1, bodyBytes: 200 },
  collections: [
    /** Above the collection. */
    {
      slug: 'notes',
      drafts: false,
      defaultSort: 'rank_desc,title',
      fields: [
        /** Above the field. */
        { name: 'title', type: 'text', minLength: 2, pattern: '^[a-z ]+$' },
        /** Loses. */
        { name: 'rank', type: 'number', description: 'Wins.', default: () => 40 + 2 },
        { name: 'next', type: 'relationship', to: 'notes' },
      ],
    },
  ],
});
`);

  test('limits.maxLimit, maxDepth and bodyBytes are those of every route', async () => {
    expect((await exam.get('/api/notes?limit=3&depth=1')).status).toBe(200);
    expect((await exam.get('/api/notes?limit=4')).body.error).toBe(
      'limit: must be a whole number, from 0 to 3, not 4',
    );
    expect((await exam.get('/api/notes?depth=2')).body.error).toBe(
      'depth: must be a whole number, from 0 to 1, not 2',
    );
    // The lower limit replaces the default of 10.
    for (const title of ['one', 'two', 'three', 'four']) await exam.create('notes', { title });
    expect((await exam.get('/api/notes')).body).toMatchObject({
      totalDocs: 4,
      totalPages: 2,
      hasNextPage: true,
    });
    expect((await exam.call('POST', '/api/notes', { title: 'x'.repeat(200) })).status).toBe(413);
  });

  test('a default may be a function, minLength and a pattern as text count, and defaultSort orders', async () => {
    const { body } = await exam.get('/api/notes?select=title,rank&limit=2');
    expect(body.docs.map(({ title, rank }: { title: string; rank: number }) => [title, rank])).toEqual([
      ['four', 42],
      ['one', 42],
    ]);
    for (const title of ['a', 'Big', 'x1'])
      expect((await exam.call('POST', '/api/notes', { title })).status).toBe(400);
  });

  test('comments are descriptions in the types, the OpenAPI document and the SDK; description wins', () => {
    const sdk = fileOf(exam.folder, 'generated/sdk/types.d.ts');
    const openapi = fileOf(exam.folder, 'generated/openapi.json');
    for (const file of [sdk, openapi]) {
      for (const words of ['Above the collection.', 'Above the field.', 'Wins.'])
        expect(file).toContain(words);
      expect(file).not.toContain('Loses.');
    }
  });
});
