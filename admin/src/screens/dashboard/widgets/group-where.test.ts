import { expect, test } from 'vitest';
import { rangeOf } from './group-range.js';
import { groupWhere } from './group-where.js';

test.each([
  ['2024', 'year', '2024-01-01', '2025-01-01'],
  ['2024-Q4', 'quarter', '2024-10-01', '2025-01-01'],
  ['2024-12', 'month', '2024-12-01', '2025-01-01'],
  ['2024-W01', 'week', '2024-01-01', '2024-01-08'],
  ['2020-W53', 'week', '2020-12-28', '2021-01-04'],
  ['2024-02-29', 'day', '2024-02-29', '2024-03-01'],
] as const)('the time of %s is that of its %s', (key, by, begin, end) => {
  const range = rangeOf(key, by);
  expect([range?.begin, range?.end].map((date) => date?.toISOString().slice(0, 10))).toEqual([begin, end]);
});

test('a group is found by its value, an empty one by its lack', () => {
  const field = { operators: ['equals', 'exists'] };
  expect(groupWhere({ field: 'kind' }, 'a', field)).toEqual({ kind: { equals: 'a' } });
  expect(groupWhere({ field: 'kind' }, null, field)).toEqual({ kind: { exists: false } });
  expect(groupWhere({ field: 'kind' }, null, { operators: ['equals'] })).toBeNull();
  expect(groupWhere({ field: 'tags' }, 'a', { operators: ['contains'], hasMany: true })).toEqual({
    tags: { contains: 'a' },
  });
});

test('a group of dates is found by its time, in the offset of the widget', () => {
  const field = { operators: ['gte', 'lt'], time: true } as const;
  expect(groupWhere({ field: 'at', by: 'hour', offset: '+02:00' }, '2024-02-29T00', field)).toEqual({
    at: { gte: '2024-02-28T22:00:00.000Z', lt: '2024-02-28T23:00:00.000Z' },
  });
  expect(groupWhere({ field: 'on', by: 'month' }, '2024-02', { operators: ['gte', 'lt'] })).toEqual({
    on: { gte: '2024-02-01', lt: '2024-03-01' },
  });
});
