import { expect, test } from 'vitest';
import { describePostgres } from '../support/services.js';
import { migrationProject } from './support/migration-project.js';
import { query } from './support/postgres-rows.js';

const [first, second] = ['a', 'b'].map((end) => `${'veryLongNameOfAField'.repeat(3)}${end}`);
const body = (type: string): string =>
  `collections: [{ slug: 'posts', fields: [{ name: '${first}', type: '${type}' }, { name: '${second}', type: '${type}' }] }]`;

describePostgres('fields with names as long as PostgreSQL takes them', (fresh) => {
  test('two of them change their type in one migration', async () => {
    const url = await fresh();
    using project = migrationProject(body('number'), { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await query(url, `INSERT INTO posts (id, "${first}", "${second}") VALUES ('p1', 1, 2)`);
    project.configure(body('text'));
    await project.done('create');
    await project.done('up');
    expect(await query(url, `SELECT "${first}" AS first, "${second}" AS second FROM posts`)).toEqual([
      { first: '1', second: '2' },
    ]);
  }, 60_000);
});
