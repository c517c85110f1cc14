import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { editBody } from './edit-body.js';
import { editableLeaves } from './editable-leaves.js';

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
