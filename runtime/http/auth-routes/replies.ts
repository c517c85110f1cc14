import type { Reply } from '../api.js';

/**
 * Returns a JSON response of an endpoint of authentication. `Cache-Control: no-store` is set for all of
 * `/api/auth`.
 */
export function jsonReply(status: number, body: object, cookies: readonly string[] = []): Reply {
  return { status, body: JSON.stringify(body), ...(cookies.length > 0 && { cookies }) };
}

/** Returns 200 with a sentence for people, and further properties. */
export function messageReply(message: string, more: object = {}, cookies: readonly string[] = []): Reply {
  return jsonReply(200, { message, ...more }, cookies);
}

/** For responses outside of `/api/auth` that must not be cached. */
export const noStore: Readonly<Record<string, string>> = Object.freeze({ 'Cache-Control': 'no-store' });
