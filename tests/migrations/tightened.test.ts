import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describePostgres } from '../support/services.js';
import { executeIn, type MigrationProject, migrationProject } from './support/migration-project.js';

const fields = {
  code: `{ name: 'code', type: 'text' }`,
  words: `{ name: 'words', type: 'text', hasMany: true }`,
  views: `{ name: 'views', type: 'number' }`,
  state: `{ name: 'state', type: 'select', options: ['new', 'old'] }`,
  items: `{ name: 'items', type: 'array', fields: [{ name: 'mark', type: 'text' }] }`,
};

function configWith(changed: Partial<typeof fields>): string {
  return `collections: [{ slug: 'posts', fields: [${Object.values({ ...fields, ...changed }).join(', ')}] }]`;
}

/** More rows than are read at once: the wrong ones are not all in the first batch. */
const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2600)
  INSERT INTO posts (id, code, words, views, state, items)
  SELECT 'p' || i, 'AB-' || i, '["one", "two"]', i, 'new', '[{"mark": "x"}, {"mark": null}]' FROM n`;
const wrong = `UPDATE posts SET code = 'wrong', views = -1, words = '["one", "2"]', state = 'old', items = '[{"mark": "x"}, {"mark": "y"}]'
  WHERE id IN ('p5', 'p70', 'p999', 'p2600')`;

const examples = (value: string): string =>
  `(found 4 times; for example document p2600 with ${value}, document p5 with ${value}, document p70 with ${value})`;

const tightened: readonly (readonly [rule: string, changed: Partial<typeof fields>, refusal: string])[] = [
  [
    'pattern',
    { code: `{ name: 'code', type: 'text', pattern: /^[A-Z]{2}-\\d+$/ }` },
    `posts.code must match /^[A-Z]{2}-\\d+$/u now ${examples('"wrong"')}`,
  ],
  [
    'pattern of a list',
    { words: `{ name: 'words', type: 'text', hasMany: true, pattern: '^[a-z;]+$' }` },
    `posts.words must match /^[a-z;]+$/u now (found 4 times; for example document p2600 with `,
  ],
  [
    'pattern inside rows',
    { items: `{ name: 'items', type: 'array', fields: [{ name: 'mark', type: 'text', pattern: /^x$/i }] }` },
    `posts.items.mark must match /^x$/iu now ${examples('"y"')}`,
  ],
  [
    'text that becomes a color',
    { code: `{ name: 'code', type: 'color' }` },
    'posts.code must match /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/u now (found 2600 times; for example document p',
  ],
  [
    'required inside rows',
    { items: `{ name: 'items', type: 'array', fields: [{ name: 'mark', type: 'text', required: true }] }` },
    'posts.items.mark is required now, and is empty (found 2596 times; for example document p',
  ],
  [
    'min',
    { views: `{ name: 'views', type: 'number', min: 0 }` },
    'posts.views must be 0 or more now (found 4 times',
  ],
  [
    'max',
    { views: `{ name: 'views', type: 'number', max: 2598 }` },
    'posts.views must be 2598 or less now (found once; for example document p2599 with 2599)',
  ],
  [
    'minLength',
    { code: `{ name: 'code', type: 'text', minLength: 5 }` },
    'posts.code must have 5 characters or more now (found 8 times',
  ],
  [
    'maxLength',
    { code: `{ name: 'code', type: 'text', maxLength: 6 }` },
    'posts.code must have 6 characters or fewer now (found 1600 times',
  ],
  [
    'options',
    { state: `{ name: 'state', type: 'select', options: ['new'] }` },
    'posts.state has a value that is no longer one of its options (found 4 times',
  ],
  [
    'unique',
    { code: `{ name: 'code', type: 'text', unique: true }` },
    'documents have the same value (found once; for example document p2600 with "wrong", and also "p999")',
  ],
];

function suite(database: () => Promise<string | null>): void {
  test('is refused with how many documents are in the way, and some of their ids', async () => {
    const url = await database();
    using project = migrationProject(configWith({}), url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await executeIn(project, url, rows);
    await executeIn(project, url, wrong);
    for (const [rule, changed, refusal] of tightened) {
      project.configure(configWith(changed));
      await project.done('create', '--name', 'tighter');
      const { code, stderr } = await project.migrate('up');
      expect({ rule, code, stderr }).toEqual({ rule, code: 1, stderr: expect.stringContaining(refusal) });
      removeLast(project);
    }
    await executeIn(project, url, `UPDATE posts SET code = 'AB-0' WHERE code = 'wrong'`);
    project.configure(configWith(tightened[0]?.[1] ?? {}));
    await project.done('create', '--name', 'pattern');
    const { code, stdout } = await project.migrate('up');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('`validate` callbacks do not run on stored values'),
    ]);
  });
}

function removeLast(project: MigrationProject): void {
  for (const file of project.files().filter((name) => name.startsWith('0002')))
    rmSync(join(project.path, 'migrations', file));
}

describe('a rule that present values break, on SQLite', { timeout: 240_000 }, () => suite(async () => null));

describePostgres('a rule that present values break, on PostgreSQL', (fresh) => {
  describe('', { timeout: 240_000 }, () => suite(fresh));
});
