import type { AccountHooks } from './user-store.js';

/** Makes the hooks of users for a transaction; null where there are none. */
export type MakeAccountHooks = () => AccountHooks | null;

/** A flow that writes accounts in a transaction, and the hooks of users for it. */
export interface AccountFlow {
  /** Called as the transaction begins, which may be more than once: those of before are dropped. */
  begin(): AccountHooks | null;
  /** Called after the commit. */
  committed(): Promise<void>;
}

export function accountFlow(make: MakeAccountHooks): AccountFlow {
  let hooks: AccountHooks | null = null;
  return {
    begin() {
      hooks = make();
      return hooks;
    },
    committed: async () => hooks?.committed(),
  };
}
