import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { fieldErrors, inFormOrder } from './field-errors.js';

const field = (name: string, more: Partial<AdminFieldMeta> = {}): AdminFieldMeta => ({
  ...{
    name,
    path: name,
    label: name.toUpperCase(),
    type: 'text',
    operators: [],
    sortable: false,
    canUpdate: true,
  },
  ...more,
});
const fields = [
  field('title'),
  field('secret', { hidden: true }),
  field('ratings', { type: 'number', hasMany: true }),
  field('seo', { type: 'group', fields: [field('about')] }),
  field('content', {
    type: 'blocks',
    blocks: [{ slug: 'image', label: 'Image', fields: [field('caption')] }],
  }),
];
const values = {
  content: [
    { id: 'one', blockType: 'image' },
    { id: 'two', blockType: 'image', caption: 'x' },
  ],
};
const at = (path: string): unknown => fieldErrors(fields, values, [{ path, message: 'Wrong.' }]);

test('a fault is found at its input, by the id of its row', () => {
  expect(at('content.1.caption')).toEqual({
    fields: [{ key: 'content.two.caption', label: 'CONTENT › 2 › CAPTION', message: 'Wrong.' }],
    others: [],
  });
  expect(at('seo.about')).toMatchObject({ fields: [{ key: 'seo.about', label: 'SEO › ABOUT' }] });
});

test('a fault inside a value belongs to the input of the whole value', () => {
  expect(at('ratings.3')).toMatchObject({ fields: [{ key: 'ratings', label: 'RATINGS' }] });
  expect(at('title.deep.down')).toMatchObject({ fields: [{ key: 'title' }] });
  expect(at('content.0.blockType')).toMatchObject({ fields: [{ key: 'content.one', label: 'CONTENT › 1' }] });
});

test('a fault without an input is kept apart', () => {
  for (const path of ['secret', 'nobody', '']) {
    expect(at(path)).toEqual({ fields: [], others: [{ path, message: 'Wrong.' }] });
  }
});

test('faults stand in the order of the form', () => {
  const issue = (key: string) => ({ key, label: key, message: 'x' });
  const found = ['content.one.caption', 'seo.about', 'ratings', 'title', 'seo.title'].map(issue);
  expect(inFormOrder(fields, found).map(({ key }) => key)).toEqual([
    'title',
    'ratings',
    'seo.about',
    'seo.title',
    'content.one.caption',
  ]);
});
