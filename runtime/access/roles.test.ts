import { expect, test } from 'vitest';
import { createRoles } from './roles.js';

test('the built-in roles are named from the highest rank down', () => {
  const roles = createRoles();
  expect(roles.names).toEqual(['super_admin', 'admin', 'editor', 'author', 'customer', 'guest']);
  expect([roles.rankOf('admin'), roles.has('admin')]).toEqual([90, true]);
});

test('roles of a config are sorted in, and a role that is gone has the rank 0', () => {
  const roles = createRoles({ reader: 20, boss: 80, clerk: 40 });
  expect(roles.names).toEqual(['boss', 'clerk', 'reader']);
  expect(roles.rankOf('clerk')).toBe(40);
  expect([roles.rankOf('poet'), roles.has('poet'), roles.has('toString')]).toEqual([0, false, false]);
});
