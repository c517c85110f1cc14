/** Runs every example of docs/filtering.md. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { defineConfig } from '../../runtime/config/index.js';
import type { JsonObject } from '../../runtime/util/json.js';
import { describeEachDatabase, type TestContent } from './support/each-database.js';

const guide = readFileSync(new URL('../../docs/filtering.md', import.meta.url), 'utf8');

function block(name: string): string {
  const [, text] = new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? [];
  if (text === undefined) throw new Error(`The guide has no block ${name}.`);
  return text;
}

/** Rows of the tables with this header. */
function rows(heading: string): readonly (readonly [first: string, second: string])[] {
  // The formatter pads cells to equal widths.
  const head = heading.split(' \\| ').join(' *\\| ');
  const tables = [
    ...guide.matchAll(new RegExp(`^\\| ${head} *\\|\\n\\|[-| ]+\\|\\n((?:\\|.*\\|\\n)+)`, 'gm')),
  ];
  return tables.flatMap(([, table = '']) =>
    [...table.matchAll(/^\| `(.*)` *\|(.*)\|$/gm)].map(
      ([, first = '', second = '']) => [first, second.trim()] as const,
    ),
  );
}

const idsOf = (cell: string): readonly string[] => (cell === '' ? [] : cell.split(', '));

describeEachDatabase('the guide to filtering', (open) => {
  let database: TestContent;

  beforeAll(async () => {
    const source = block('ts config').replace('export default', '');
    database = await open(describeConfig(runInNewContext(source, { defineConfig })));
    for (const slug of ['articles', 'people', 'shops'])
      await database.insert(slug, JSON.parse(block(`json ${slug}`)) as readonly JsonObject[]);
  });

  test.each(rows('filter \\| finds'))('%s finds %s', async (filter, found) => {
    const { ids } = await database.list('articles', { where: JSON.parse(filter) });
    expect([...ids].sort()).toEqual([...idsOf(found)].sort());
  });

  test.each(rows('sort \\| order'))('sorted by %s: %s', async (sort, order) => {
    expect((await database.list('articles', { sort })).ids).toEqual(idsOf(order));
  });

  test.each(rows('filter \\| message'))('%s: %s', async (filter, message) => {
    await expect(async () => database.list('articles', { where: JSON.parse(filter) })).rejects.toThrow(
      message,
    );
  });
});

test('the guide has tables of all kinds', () => {
  expect(rows('filter \\| finds').length).toBeGreaterThan(70);
  expect(rows('sort \\| order')).toHaveLength(6);
  expect(rows('filter \\| message')).toHaveLength(5);
});
