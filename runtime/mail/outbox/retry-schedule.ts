const minute = 60_000;
const hour = 60 * minute;

/** docs/spec/auth.md#mail: from 1 minute to 6 hours. RFC 5321, section 4.5.4.1, asks for growing pauses. */
const pauses: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];
/** No mail waits longer than this for its next attempt. */
export const maxPause: number = 6 * hour;

/** Time after queueing at which a mail is tried for the last time. */
export const maxRetryTime: number = 24 * hour;

/** When a mail whose attempt has just failed is tried again; null: never. */
export function nextAttempt(
  mail: { readonly createdAt: number; readonly attempts: number },
  now: number,
): number | null {
  const end = mail.createdAt + maxRetryTime;
  if (now >= end) return null;
  return Math.min(now + (pauses[mail.attempts - 1] ?? maxPause), end);
}
