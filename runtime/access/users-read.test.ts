import { expect, test } from 'vitest';
import { key, user } from '../../tests/support/requesters.js';
import { anonymous, type Requester } from './requester.js';
import { createRoles } from './roles.js';
import { type UsersReadDecision, usersReadDecision } from './users-read.js';

const roles = createRoles();
const own = (id: string) => ({ id: { equals: id } });
const belowAdmin = { role: { not_in: ['super_admin', 'admin'] } };

test.each<[string, Requester, UsersReadDecision]>([
  ['an anonymous requester none', anonymous, 'none'],
  ['a guest their own account', user('guest', { id: '7' }), { where: own('7') }],
  ['an editor their own account', user('editor', { id: '8' }), { where: own('8') }],
  [
    'an admin lower ranks and their own account',
    user('admin', { id: '9' }),
    { where: { OR: [belowAdmin, own('9')] } },
  ],
  ['a super_admin all', user('super_admin'), 'all'],
  ['a key of an editor none, since it has no account', key('editor'), 'none'],
  ['a key of an admin lower ranks', key('admin'), { where: belowAdmin }],
  [
    'a key of a super_admin all lower ranks',
    key('super_admin'),
    { where: { role: { not_in: ['super_admin'] } } },
  ],
  ['a key with scopes none', key(['*:*']), 'none'],
  ['a key with scopes none, whatever its role', { ...key(['*:*']), role: 'admin', rank: 90 }, 'none'],
])('%s', (_, requester, decision) => {
  expect(usersReadDecision(requester, roles)).toEqual(decision);
});
