import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { checkValues } from './check-values.js';

const field = (name: string, more: Partial<AdminFieldMeta> = {}): AdminFieldMeta => ({
  ...{ name, path: name, label: name, type: 'text', operators: [], sortable: false, canUpdate: true },
  ...more,
});
const fields = [
  field('title', { required: true, minLength: 2, maxLength: 3 }),
  field('code', { pattern: { source: '^[A-Z]+$', flags: 'u' } }),
  field('slug', { type: 'slug', required: true, from: 'title' }),
  field('size', { type: 'number', min: 1, max: 5, integer: true }),
  field('marks', { type: 'number', hasMany: true, max: 5, minRows: 2, maxRows: 3 }),
  field('closed', { required: true, canUpdate: false }),
  field('rows', { type: 'array', fields: [field('label', { required: true })] }),
];
const faults = (values: JsonObject, complete = true): string[] =>
  checkValues(fields, values, { complete, message: (name, limit) => `${name} ${limit}` }).map(
    ({ key, message }) => `${key}: ${message}`,
  );

test('what is there keeps its limits, counted as people count', () => {
  expect(faults({ title: '🎉🎉🎉' })).toEqual([]);
  expect(faults({ title: '🎉', code: 'a', size: 1.5, marks: [1] })).toEqual([
    'title: minLength 2',
    'code: pattern 0',
    'size: integer 0',
    'marks: minRows 2',
  ]);
  expect(faults({ title: 'abcd', size: 6, marks: [1, 6] })).toEqual([
    'title: maxLength 3',
    'size: max 5',
    'marks: max 5',
  ]);
});

test('a draft may lack anything; what is published may not, in rows as well', () => {
  expect(faults({ rows: [{ id: 'r', label: null }] })).toEqual([
    'title: required 0',
    'rows.r.label: required 0',
  ]);
  expect(faults({ rows: [{ id: 'r', label: null }] }, false)).toEqual([]);
});
