import { expect, test } from 'vitest';
import { isFiltered, readUserFilter, userParameters, writeUserFilter } from './user-list-query.js';

test('a filter survives the address of the screen', () => {
  const filter = { text: 'ada & co', role: 'editor', verified: 'no', sort: 'email_asc', page: 2 } as const;
  expect(readUserFilter(writeUserFilter(filter))).toEqual(filter);
  expect(writeUserFilter(readUserFilter(''))).toBe('');
});

test('what makes no sense in an address is passed over', () => {
  const filter = readUserFilter('verified=maybe&sort=password_asc&page=0');
  expect(filter).toEqual({ text: '', role: '', verified: '', sort: 'createdAt_desc', page: 1 });
  expect(isFiltered(filter)).toBe(false);
});

test('a text is looked for in email and name', () => {
  expect(userParameters(readUserFilter('q=%20ada%20&role=editor&verified=yes'))).toEqual({
    where: JSON.stringify({
      OR: [{ email: { contains: 'ada' } }, { name: { contains: 'ada' } }],
      role: { equals: 'editor' },
      emailVerified: { equals: true },
    }),
    ...{ sort: 'createdAt_desc', page: '1', limit: '25' },
  });
});
