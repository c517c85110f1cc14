import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { mergeChanges } from './merge.js';

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
  field('body'),
  field('same'),
  field('seo', { type: 'group', fields: [field('name'), field('about')] }),
];
const base = { title: 'a', body: 'b', same: 's', seo: { name: 'n', about: 'o' } };

test('changes of different fields meet without a conflict, also inside one group', () => {
  const mine = { ...base, title: 'mine', seo: { name: 'mine', about: 'o' } };
  const theirs = { ...base, body: 'theirs', seo: { name: 'n', about: 'theirs' } };
  const { values, conflicts, taken } = mergeChanges(fields, { base, mine, theirs });
  expect(values).toEqual({
    title: 'mine',
    body: 'theirs',
    same: 's',
    seo: { name: 'mine', about: 'theirs' },
  });
  expect(conflicts).toEqual([]);
  expect(taken.map(({ path }) => path.join('.'))).toEqual(['body', 'seo.about']);
});

test('a field that both changed in different ways is a conflict with all three values', () => {
  const mine = { ...base, title: 'mine', same: 'both' };
  const theirs = { ...base, title: 'theirs', same: 'both' };
  const { values, conflicts } = mergeChanges(fields, { base, mine, theirs });
  expect(conflicts).toMatchObject([
    { path: ['title'], labels: ['TITLE'], base: 'a', mine: 'mine', theirs: 'theirs' },
  ]);
  expect(values).toEqual({ ...base, title: 'mine', same: 'both' });
});
