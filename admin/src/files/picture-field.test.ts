import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { coverField, pictureField } from './picture-field.js';

const field = (name: string, more: Partial<AdminFieldMeta> = {}): AdminFieldMeta => ({
  ...{ name, path: name, label: name, type: 'upload' as const, to: ['media'] },
  ...{ operators: [], sortable: false, canUpdate: true, ...more },
});

test('a picture is the one upload that is called so', () => {
  const avatar = field('avatar');
  expect(pictureField({ fields: [field('header'), avatar] })).toBe(avatar);
  expect(pictureField({ fields: [field('avatar', { type: 'text' })] })).toBeUndefined();
  expect(pictureField({ fields: [field('photo', { hasMany: true })] })).toBeUndefined();
  expect(pictureField({ fields: [field('photo', { hidden: true }), field('logo')] })?.name).toBe('logo');
});

test('a card has the first one otherwise', () => {
  expect(coverField({ fields: [field('header'), field('other')] })?.name).toBe('header');
  expect(coverField({ fields: [field('header'), field('logo')] })?.name).toBe('logo');
  expect(coverField({ fields: [field('files', { polymorphic: true })] })).toBeUndefined();
});
