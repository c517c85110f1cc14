import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { changedLeaves, editBody } from './edit-body.js';
import { editableLeaves } from './editable-leaves.js';
import { changeModes, checkedFields, modeOfValue } from './field-change.js';

const field = (path: string, more: Partial<AdminFieldMeta> = {}): AdminFieldMeta => ({
  ...{ name: path.split('.').at(-1) ?? '', path, label: path, type: 'text' as const },
  ...{ operators: [], sortable: true, canUpdate: true, ...more },
});

const fields: readonly AdminFieldMeta[] = [
  field('title', { unique: true }),
  field('address', { type: 'slug' }),
  field('closed', { canUpdate: false }),
  field('kind'),
  field('tags', { hasMany: true }),
  field('seo', { type: 'group', fields: [field('seo.title'), field('seo.hidden', { hidden: true })] }),
];

test('unique fields, slugs and closed fields are not among those for many', () => {
  expect(editableLeaves(fields).map(({ field: { path } }) => path)).toEqual(['kind', 'tags', 'seo.title']);
});

test('a body names the chosen fields only, empty ones too', () => {
  const values = { kind: null, tags: ['a'], seo: { title: 'T', hidden: null } };
  const leaves = editableLeaves(fields);
  expect(editBody(leaves, values)).toEqual({ kind: null, tags: ['a'], seo: { title: 'T' } });
  expect(editBody(leaves.slice(1, 2), values)).toEqual({ tags: ['a'] });
});

test('members of a list are added and removed, and a number grows, as the service does it', () => {
  const tags = field('tags', { hasMany: true, required: true, minRows: 2 });
  const price = field('price', { type: 'number', min: 0 });
  const prices = field('prices', { type: 'number', hasMany: true });
  const emails = field('emails', { type: 'email', hasMany: true });
  expect([tags, price, prices, emails].map(changeModes)).toEqual([
    ['add', 'remove', 'set'],
    ['set', 'increase'],
    ['add', 'remove', 'set'],
    ['set'],
  ]);
  const leaves = editableLeaves([tags, price]);
  const modeOf = (path: string) => (path === 'tags' ? 'add' : 'increase');
  const body = editBody(leaves, { tags: ['a'], price: 2 }, modeOf);
  expect(body).toEqual({ tags: { $add: ['a'] }, price: { $inc: 2 } });
  expect(changedLeaves([tags, price, prices], body).map(({ field: { path } }) => path)).toEqual([
    'tags',
    'price',
  ]);
  expect(modeOfValue(tags, body['tags'] ?? null)).toBe('add');
  expect(modeOfValue(tags, ['a'])).toBe('set');
});

test('what is added is not checked as the whole list, and must be there also in a draft', () => {
  const list = field('tags', { hasMany: true, required: true, minRows: 2 });
  const checked = (mode: 'set' | 'add', isDraft: boolean) =>
    checkedFields([list], { modeOf: () => mode, isDraft })[0];
  expect(checked('set', false)).toEqual(list);
  expect(checked('set', true)?.required).toBeUndefined();
  expect(checked('add', true)).toMatchObject({ required: true });
  expect(checked('add', true)?.minRows).toBeUndefined();
});
