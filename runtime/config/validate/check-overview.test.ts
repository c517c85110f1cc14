import { expect, test } from 'vitest';
import { validateConfig } from './validate-config.js';

const posts = {
  slug: 'posts',
  fields: [
    { name: 'title', type: 'text' },
    { name: 'price', type: 'number' },
    { name: 'body', type: 'richText' },
    { name: 'day', type: 'date' },
    { name: 'tags', type: 'text', hasMany: true },
    { name: 'author', type: 'relationship', to: 'posts' },
    { name: 'others', type: 'relationship', to: 'posts', hasMany: true },
  ],
};

function issues(widget: unknown): readonly string[] {
  return validateConfig({ collections: [posts], admin: { overview: [widget] } }).map(
    ({ path, message, suggestion }) => `${path} ${message}${suggestion === null ? '' : ` [${suggestion}]`}`,
  );
}

test.each([
  [{ collection: 'posts', groupBy: 'author' }],
  [{ collection: 'posts', groupBy: '_status', title: { en: 'States', de: 'Zustände' }, limit: 3 }],
  [{ collection: 'posts', groupBy: { field: 'createdAt', by: 'month', offset: '+02:00' } }],
  [
    {
      collection: 'posts',
      groupBy: 'tags',
      metrics: { n: 'count', total: { sum: 'price' }, last: { max: 'day' } },
    },
  ],
])('a widget of the overview is accepted: %j', (widget) => {
  expect(issues(widget)).toEqual([]);
});

test.each([
  [{ collection: 'post', groupBy: 'title' }, /unknown collection "post".*posts/],
  [{ collection: 'posts', groupBy: 'titel' }, /unknown field "titel" of "posts".*title/],
  [{ collection: 'posts', groupBy: 'body' }, /"body", a richText field, which cannot be grouped by/],
  [{ collection: 'posts', groupBy: 'others' }, /a list in a relationship field/],
  [{ collection: 'posts', groupBy: { field: 'title', by: 'month' } }, /needs a date, which "title" is not/],
  [{ collection: 'posts', groupBy: { field: 'day', by: 'hour' } }, /a date without a time/],
  [{ collection: 'posts', groupBy: { field: 'day', by: 'decade' } }, /must be "year"/],
  [{ collection: 'posts', groupBy: { field: 'createdAt', by: 'day', offset: 'CET' } }, /"\+02:00"/],
  [{ collection: 'posts', groupBy: 'title', metrics: { n: { sum: 'title' } } }, /cannot be summed/],
  [{ collection: 'posts', groupBy: 'title', metrics: {} }, /1 to 3 metrics/],
  [{ collection: 'posts', groupBy: 'title', metrics: { key: 'count' } }, /name "key"/],
  [{ collection: 'posts', groupBy: 'title', metrics: { n: 'sum' } }, /must be 'count'/],
  [{ collection: 'posts', groupBy: 'title', limit: 51 }, /from 1 to 50/],
  [{ collection: 'posts' }, /groupBy/],
  ['posts', /must be an object/],
])('a widget of the overview is refused: %j', (widget, expected) => {
  const found = issues(widget);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(expected);
  expect(found[0]).toContain('overview');
});

test('an unknown icon is refused with the names of all', () => {
  const named = (icon: string): readonly string[] =>
    validateConfig({
      collections: [{ ...posts, admin: { icon } }],
      globals: [{ slug: 'site', fields: [{ name: 'a', type: 'text' }], admin: { icon } }],
    }).map(({ message, suggestion }) => `${message} [${suggestion ?? ''}]`);
  expect(named('book')).toEqual([]);
  const found = named('boook');
  expect(found).toHaveLength(2);
  for (const issue of found) expect(issue).toMatch(/must be "article", "audio", "book".*"video".*\[book\]/);
});
