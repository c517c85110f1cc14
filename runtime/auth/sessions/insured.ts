import { isServiceError } from '../../errors/to-response.js';

/**
 * What the session store counts, or what this process counts by itself while the store is away: that must
 * neither stop every login nor let every guess pass.
 */
export async function insured<T>(inStore: () => Promise<T>, inMemory: () => T | Promise<T>): Promise<T> {
  try {
    return await inStore();
  } catch (error) {
    if (!isServiceError(error) || error.code !== 'UNAVAILABLE') throw error;
    return inMemory();
  }
}
