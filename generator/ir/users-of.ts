import type { Ir, IrCollection } from './ir.js';

/** The built-in collection of users, which every contract with authentication has. */
export function usersOf(ir: Ir): IrCollection {
  const users = ir.collections.find(({ descriptor }) => descriptor.builtIn === 'users');
  if (!users) throw new Error('The contract has authentication, but no users.');
  return users;
}
