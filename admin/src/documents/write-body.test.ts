import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { formValues, initialValues } from './form-values.js';
import { creationBody, patchBody } from './write-body.js';

const base = { operators: [], sortable: false, canUpdate: true } as const;
const text = (name: string, more: Partial<AdminFieldMeta> = {}): AdminFieldMeta => ({
  ...base,
  ...{ name, path: name, label: name, type: 'text' },
  ...more,
});

const fields: readonly AdminFieldMeta[] = [
  text('title', { required: true }),
  text('tags', { hasMany: true }),
  text('note', { canUpdate: false }),
  text('color', { default: 'red' }),
  text('seo', { type: 'group', fields: [text('name'), text('about')] }),
  text('rows', { type: 'array', fields: [text('label')] }),
  text('posts', { type: 'join' }),
];
const stored = {
  ...{ id: '1', _revision: 3, title: 'Old', tags: ['a'], note: 'mine', color: null },
  ...{ seo: { name: 'n', about: null }, rows: [{ id: 'r1', label: 'x' }] },
};

test('a form that was not touched sends nothing', () => {
  const values = formValues(fields, stored);
  expect(values).toEqual({
    ...{ title: 'Old', tags: ['a'], note: 'mine', color: null },
    ...{ seo: { name: 'n', about: null }, rows: [{ id: 'r1', label: 'x' }] },
  });
  expect(patchBody(fields, values, structuredClone(values))).toEqual({});
});

test('a PATCH names what has changed: single fields of a group, whole lists', () => {
  const values = formValues(fields, stored);
  const rows = [{ id: 'r1', label: 'y' }];
  const edited = { ...values, title: null, seo: { name: 'n', about: 'All' }, rows };
  expect(patchBody(fields, values, edited)).toEqual({ title: null, seo: { about: 'All' }, rows });
});

test('what may not be written is not sent, even when a custom widget has changed it', () => {
  const values = formValues(fields, stored);
  expect(patchBody(fields, values, { ...values, note: 'theirs' })).toEqual({});
});

test('fields of a group that may not be written are not sent', () => {
  const closed = [text('seo', { type: 'group', canUpdate: false, fields: [text('name')] })];
  expect(patchBody(closed, { seo: { name: 'a' } }, { seo: { name: 'b' } })).toEqual({});
});

test('a creation sends the empty list of a JSON field, which is a value', () => {
  const own = [text('data', { type: 'json' }), text('other', { type: 'json' })];
  expect(creationBody(own, { data: [], other: null })).toEqual({ data: [] });
});

test('a creation leaves out what is empty, but says that a default was removed', () => {
  const values = initialValues(fields);
  expect(values).toMatchObject({ title: null, tags: [], color: 'red', rows: [] });
  expect(creationBody(fields, { ...values, title: 'New' })).toEqual({ title: 'New', color: 'red' });
  expect(creationBody(fields, { ...values, title: 'New', color: null })).toEqual({
    title: 'New',
    color: null,
  });
});
