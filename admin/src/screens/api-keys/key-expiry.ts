/** When a key ends, as people choose it. */

export const expiryChoices = ['30d', '90d', '1y', 'never', 'custom'] as const;

export type ExpiryChoice = (typeof expiryChoices)[number];

const day = 86_400_000;

/**
 * `expiresAt` for the API: null is never, undefined where the day that was typed is none.
 *
 * @param customDay - `2027-01-31` in the time zone of the browser; the key works until that day is over.
 */
export function expiryOf(choice: ExpiryChoice, customDay: string, now: number): string | null | undefined {
  switch (choice) {
    case '30d':
      return new Date(now + 30 * day).toISOString();
    case '90d':
      return new Date(now + 90 * day).toISOString();
    case '1y':
      return new Date(now + 365 * day).toISOString();
    case 'never':
      return null;
    case 'custom':
      return endOfDay(customDay);
  }
}

function endOfDay(text: string): string | undefined {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59.999`) : null;
  return date === null || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export type KeyState = 'active' | 'disabled' | 'expired' | 'expiring';

/** What stands beside a key in the list: it ends soon within a week. */
export function keyState(
  { disabled, expiresAt }: { readonly disabled: boolean; readonly expiresAt: string | null },
  now: number,
): KeyState {
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return 'expired';
  if (disabled) return 'disabled';
  return left < 7 * day ? 'expiring' : 'active';
}
