import type { Requester } from '../../access/requester.js';
import { isServiceError } from '../../errors/to-response.js';
import type { ApiRequest } from '../api.js';

/** Returns the requester of a page, or null: an expired session is a reason to log in there, not an error. */
export async function requesterOrNull(request: Pick<ApiRequest, 'requester'>): Promise<Requester | null> {
  try {
    return await request.requester();
  } catch (error) {
    if (isServiceError(error) && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}
