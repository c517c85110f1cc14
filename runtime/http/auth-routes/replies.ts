import type { Reply } from '../api.js';

/** A JSON answer of an endpoint of authentication. `Cache-Control: no-store` is set for all of `/api/auth`. */
export function jsonReply(status: number, body: object, cookies: readonly string[] = []): Reply {
  return { status, body: JSON.stringify(body), ...(cookies.length > 0 && { cookies }) };
}

/** 200 with a sentence for people, and what else there is to say. */
export function messageReply(message: string, more: object = {}, cookies: readonly string[] = []): Reply {
  return jsonReply(200, { message, ...more }, cookies);
}

/** For answers outside of `/api/auth` that no cache may keep. */
export const noStore: Readonly<Record<string, string>> = Object.freeze({ 'Cache-Control': 'no-store' });
