import type { Locks } from '../locks.js';

/** Transactions run one after the other, so there is nothing to lock. */
export const sqliteLocks: Locks = {
  clause: () => '',
  skippingClause: '',
  rows: async () => undefined,
  name: async () => undefined,
};
