/** The types that code beside the config sees. */
import type { HookRequest, RequestUser, RoleName } from 'svc';
import type { User } from './generated/sdk/types.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const equal: {
  user: Equal<RequestUser, Required<User>>;
  requester: Equal<HookRequest['user'], Required<User> | undefined>;
  role: Equal<RequestUser['role'], RoleName>;
  costs: Equal<RequestUser['costs'], number>;
  roles: Equal<RoleName, 'super_admin' | 'admin' | 'editor' | 'reviewer' | 'author' | 'customer' | 'guest'>;
} = { user: true, requester: true, role: true, costs: true, roles: true };

// @ts-expect-error: no such role
export const typo: RoleName = 'edtor';

export function signature({ user }: HookRequest): string {
  const department: string | null | undefined = user?.department;
  // Only administrators read it, hooks always.
  const costs: number | undefined = user?.costs;
  const boss: string | null | undefined = user?.boss;
  // @ts-expect-error: no such field
  const salary: unknown = user?.salary;
  // @ts-expect-error: a text
  const wrong: number | null | undefined = user?.department;
  return [department, costs, boss, salary, wrong].join(' ');
}
