import { expect, test } from 'vitest';
import { grantableRoles, keyRoles, rightsOver, startingRole } from './user-rights.js';

const roles = [
  { name: 'super_admin', rank: 100 },
  { name: 'admin', rank: 90 },
  { name: 'editor', rank: 70 },
  { name: 'customer', rank: 30 },
];
const options = { roles, superAdmins: 2, mayUpdate: true, mayDelete: true };
const person = (role: string, id = role) => ({ id, role });
const all = (refusal: string | null, changeRole: string | null) => ({
  ...{ edit: refusal, changeRole, remove: refusal, control: refusal },
});

test('a super_admin may do everything to everybody', () => {
  for (const role of ['super_admin', 'admin', 'customer', 'gone'])
    expect(rightsOver(person(role, 'x'), person('super_admin'), options)).toEqual(all(null, null));
});

test('the last super_admin can be neither demoted nor deleted', () => {
  const self = person('super_admin');
  expect(rightsOver(self, self, { ...options, superAdmins: 1 })).toEqual({
    ...{ edit: null, changeRole: 'lastSuperAdmin', remove: 'lastSuperAdmin', control: null },
  });
});

test('an admin manages lower ranks, and never roles', () => {
  const admin = person('admin');
  expect(rightsOver(person('editor'), admin, options)).toEqual(all(null, 'needsSuperAdmin'));
  expect(rightsOver(person('admin', 'peer'), admin, options)).toEqual(all('notBelow', 'needsSuperAdmin'));
  expect(rightsOver(person('super_admin'), admin, options)).toEqual(all('notBelow', 'needsSuperAdmin'));
});

test('everybody changes their own record, and nobody but a super_admin deletes it', () => {
  expect(rightsOver(person('editor'), person('editor'), options)).toEqual({
    ...{ edit: null, changeRole: 'needsSuperAdmin', remove: 'ownAccount', control: 'ownAccount' },
  });
});

test('what the config keeps from the role is refused', () => {
  const closed = { ...options, mayUpdate: false, mayDelete: false };
  expect(rightsOver(person('editor'), person('admin'), closed)).toEqual({
    ...{ edit: 'notAllowed', changeRole: 'needsSuperAdmin', remove: 'notAllowed', control: null },
  });
});

test('roles are given below the own one, and keys have at most the own one', () => {
  const names = (given: readonly { readonly name: string }[]) => given.map(({ name }) => name);
  expect(names(grantableRoles(person('admin'), roles))).toEqual(['editor', 'customer']);
  expect(names(grantableRoles(person('super_admin'), roles))).toHaveLength(4);
  expect(names(keyRoles(person('admin'), roles))).toEqual(['admin', 'editor', 'customer']);
});

test('a new account begins with the role of people who register, and never with more because nobody chose', () => {
  const settings = (defaultRegistrationRole: string) => ({
    enableRegistration: true,
    defaultRegistrationRole,
  });
  const every = [...roles, { name: 'guest', rank: 0 }];
  const begin = (role: string, given: ReturnType<typeof settings> | null, all = every) =>
    startingRole({ user: person(role), roles: all, settings: given });
  expect(begin('super_admin', settings('editor'))).toBe('editor');
  expect(begin('super_admin', null)).toBe('customer');
  expect(begin('admin', settings('admin')), 'not above what the requester may give').toBe('customer');
  expect(
    begin('admin', null, [
      { name: 'admin', rank: 90 },
      { name: 'member', rank: 10 },
    ]),
  ).toBe('member');
});
