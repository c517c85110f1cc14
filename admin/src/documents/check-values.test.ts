import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { color, email, slug, url } from '../../../templates/validators/rules.js';
import { hasShape } from '../fields/use-form-issues.js';
import { type CheckMessage, checkValues } from './check-values.js';

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
const issues = (values: JsonObject, complete = true): string[] =>
  checkValues(fields, values, { complete, message: (name, limit) => `${name} ${limit}`, fits: hasShape }).map(
    ({ key, message }) => `${key}: ${message}`,
  );

const message: CheckMessage = (name, _limit, { type }) => (name === 'shape' ? type : name);

test('what is there keeps its limits, counted as people count', () => {
  expect(issues({ title: '🎉🎉🎉' })).toEqual([]);
  expect(issues({ title: '🎉', code: 'a', size: 1.5, marks: [1] })).toEqual([
    'title: minLength 2',
    'code: pattern 0',
    'size: integer 0',
    'marks: minRows 2',
  ]);
  expect(issues({ title: 'abcd', size: 6, marks: [1, 6] })).toEqual([
    'title: maxLength 3',
    'size: max 5',
    'marks: max 5',
  ]);
});

test('a draft may lack anything; what is published may not, in rows as well', () => {
  expect(issues({ rows: [{ id: 'r', label: null }] })).toEqual([
    'title: required 0',
    'rows.r.label: required 0',
  ]);
  expect(issues({ rows: [{ id: 'r', label: null }] }, false)).toEqual([]);
});

test('the empty list is no value of a list, and a value of JSON and of a rich text', () => {
  const found = (type: AdminFieldMeta['type'], more: Partial<AdminFieldMeta> = {}): number =>
    checkValues(
      [field('value', { type, required: true, ...more })],
      { value: [] },
      {
        complete: true,
        message: (name) => name,
        fits: hasShape,
      },
    ).length;
  expect([found('text', { hasMany: true }), found('array'), found('blocks')]).toEqual([1, 1, 1]);
  expect([found('json'), found('richText')]).toEqual([0, 0]);
});

test.each([
  ['slug', slug(), ['a-b', 'a b', 'a/b', 'a\\b', '.a', 'a.b', 'über', 'a?b', 'a#b', '50%', 'a\u00a0b']],
  [
    'email',
    email(),
    ['a@b.de', 'a@b', 'a b@c.de', '.a@b.de', 'a..b@c.de', "o'x+1@b-c.org", 'ä@b.de', 'a@b.d'],
  ],
  ['url', url(), ['https://a', 'http://a/b c', 'ftp://a', 'a', 'HTTPS://a.b', 'https://', 'https://a\\b']],
  ['color', color(), ['#1a2b3c', '#1A2B3C80', '#abc', '1a2b3c', '#1a2b3g', '#1a2b3c8', 'red', ' #1a2b3c']],
] as const)('what is no %s is found as the service finds it', (type, rule, values) => {
  const own = [field('value', { type })];
  for (const value of values) {
    const found = checkValues(own, { value }, { complete: true, message, fits: hasShape });
    expect([value, found.map(({ message }) => message)]).toEqual([
      value,
      rule.safeParse(value).success ? [] : [type],
    ]);
  }
});

test('a pattern of the config says what a slug is, and stands beside what an email address is', () => {
  const pattern = { source: '^[a-z/@ .]+$', flags: 'u' };
  const own = [field('path', { type: 'slug', pattern }), field('mail', { type: 'email', pattern })];
  const found = checkValues(own, { path: 'a/b c', mail: 'a b' }, { complete: true, message, fits: hasShape });
  expect(found.map(({ key, message }) => `${key}: ${message}`)).toEqual(['mail: email']);
});
