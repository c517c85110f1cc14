import { expect, test } from 'vitest';
import { validateConfig } from './validate-config.js';

const title = { name: 'title', type: 'text' };
const fields = [
  title,
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'price', type: 'number' },
  { name: 'tags', type: 'text', hasMany: true },
  { name: 'shown', type: 'text', virtual: () => 'x' },
  { name: 'body', type: 'richText' },
  { name: 'author', type: 'relationship', to: 'authors' },
  { name: 'seo', type: 'group', fields: [title] },
  { name: 'rows', type: 'array', fields: [{ name: 'label', type: 'textarea' }] },
  {
    name: 'layout',
    type: 'blocks',
    blocks: [
      { slug: 'hero', fields: [{ name: 'text', type: 'text' }] },
      { slug: 'chart', fields: [{ name: 'value', type: 'number' }] },
      { slug: 'mixed', fields: [{ name: 'value', type: 'text' }] },
    ],
  },
];

function issues(search: unknown): readonly string[] {
  const authors = { slug: 'authors', fields: [{ name: 'name', type: 'text' }] };
  return validateConfig({ collections: [{ slug: 'posts', fields, search }, authors] }).map(
    ({ keys, message, suggestion }) => `${keys.join('.')}: ${message}${suggestion ? ` [${suggestion}]` : ''}`,
  );
}

test('weights of texts, lists of texts, and paths into groups, rows and blocks are taken', () => {
  const taken = { title: 4, slug: 1, tags: 2, body: 1, 'seo.title': 3, 'rows.label': 1, 'layout.text': 2 };
  expect(issues({ fields: taken })).toEqual([]);
});

test.each([
  [{}, 'needs "fields"'],
  [{ fields: {} }, 'must not be empty'],
  [{ fields: ['title'] }, 'must be an object of weights by paths'],
  [{ fields: { title: 0 } }, 'must be 1, 2, 3 or 4, not 0'],
  [{ fields: { title: 5 } }, 'must be 1, 2, 3 or 4, not 5'],
  [{ fields: { title: 1.5 } }, 'must be 1, 2, 3 or 4, not 1.5'],
  [{ fields: { title: '1' } }, 'must be 1, 2, 3 or 4'],
  [{ fields: { title: 1 }, language: 'de' }, 'has no option "language"'],
  [{ fields: { titel: 1 } }, 'names the unknown field "titel". [title]'],
  [{ fields: { 'seo.titel': 1 } }, 'names the unknown field "seo.titel". [seo.title]'],
  [{ fields: { price: 1 } }, 'names "price", which is of type number: only texts can be searched'],
  [{ fields: { shown: 1 } }, 'names "shown", which is virtual'],
  [{ fields: { author: 1 } }, 'which is of type relationship'],
  [{ fields: { 'layout.value': 1 } }, 'which is of type number'],
])('a search %j is refused', (search, message) => {
  const found = issues(search);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^collections\.0\.search/);
  expect(found[0]).toContain(message);
});

test('a search leads through no relation, and names the filter that does', () => {
  const [issue, ...others] = issues({ fields: { 'author.name': 1 } });
  expect(others).toEqual([]);
  expect(issue).toContain('a search does not lead through the relation "author"');
  expect(issue).toContain('filter by "author.name" instead');
});

test('a search has 32 fields at most', () => {
  const many = Array.from({ length: 33 }, (_, at) => ({ name: `text${at}`, type: 'text' }));
  const search = (count: number): object => ({
    fields: Object.fromEntries(many.slice(0, count).map(({ name }) => [name, 1])),
  });
  const found = (count: number): readonly string[] =>
    validateConfig({ collections: [{ slug: 'posts', fields: many, search: search(count) }] }).map(
      ({ message }) => message,
    );
  expect(found(32)).toEqual([]);
  expect(found(33)).toEqual([expect.stringContaining('has 33 fields, more than 32')]);
});
