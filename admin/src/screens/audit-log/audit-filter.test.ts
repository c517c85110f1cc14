import { expect, test } from 'vitest';
import { auditParameters, isFiltered, readAuditFilter, writeAuditFilter } from './audit-filter.js';

test('a filter survives the address of the screen', () => {
  const filter = {
    type: 'login.failure',
    user: 'u1',
    collection: 'posts',
    document: '0199d2c4-7a41-7d3e-9b8f-4c6a7e100001',
    from: '2026-11-20T08:00',
    to: '2026-11-21T09:30',
    page: 3,
  };
  expect(readAuditFilter(writeAuditFilter(filter))).toEqual(filter);
  expect(writeAuditFilter(readAuditFilter(''))).toBe('');
});

test('what makes no sense in an address is passed over', () => {
  const filter = readAuditFilter('type=nonsense&from=yesterday&to=2026-11-21&page=-1');
  expect(filter).toEqual({ type: '', user: '', collection: '', document: '', from: '', to: '', page: 1 });
  expect(isFiltered(filter)).toBe(false);
});

test('moments are meant in the zone of the browser, and the last minute as a whole', () => {
  const local = (text: string): number => new Date(text).getTime();
  const parameters = auditParameters(readAuditFilter('from=2026-11-20T08:00&to=2026-11-20T08:00&user=u1'));
  expect(parameters).toEqual({
    userId: 'u1',
    from: new Date(local('2026-11-20T08:00')).toISOString(),
    to: new Date(local('2026-11-20T08:00') + 59_999).toISOString(),
  });
});
