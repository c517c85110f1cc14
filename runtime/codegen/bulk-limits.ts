import type { LimitsDescriptor } from './descriptors.js';

/** How many documents one request may write, and how large its body may be. */
export interface BulkLimits {
  readonly operations: number;
  readonly bytes: number;
}

/** Max documents that a question of the dashboard, or by default a request, is about. */
export const maxOperations = 1000;

/**
 * Returns the limits of requests that write many documents. Each document is validated, and on SQLite all
 * other writers wait until the last one is done.
 */
export function bulkLimits({ bulkOperations, bulkBytes }: LimitsDescriptor): BulkLimits {
  return { operations: bulkOperations ?? maxOperations, bytes: bulkBytes ?? 8 * 1024 * 1024 };
}
