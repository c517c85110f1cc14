/** The expiry of an API key, as chosen in a form. */

export const expiryChoices = ['30d', '90d', '1y', 'never', 'custom'] as const;

export type ExpiryChoice = (typeof expiryChoices)[number];

const day = 86_400_000;

/**
 * Returns `expiresAt` for the API: null for never, undefined where the typed day is invalid.
 *
 * @param customDay - `2027-01-31` in the time zone of the browser; the key works until the end of that day.
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

/** The state of a key in the list. A key that expires within a week is `expiring`. */
export function keyState(
  { disabled, expiresAt }: { readonly disabled: boolean; readonly expiresAt: string | null },
  now: number,
): KeyState {
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return 'expired';
  if (disabled) return 'disabled';
  return left < 7 * day ? 'expiring' : 'active';
}
