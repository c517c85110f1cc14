const day = 86_400_000;

/** Whole days until a document in the trash is deleted for good. */
export function daysLeft(deletedAt: string, days: number, now: number = Date.now()): number {
  return Math.max(0, Math.floor((Date.parse(deletedAt) + days * day - now) / day));
}
