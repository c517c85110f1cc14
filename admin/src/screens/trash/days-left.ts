const day = 86_400_000;

/** Days until a document in the trash is deleted for good, rounded up; 0 on the last day. */
export function daysLeft(deletedAt: string, days: number, now: number = Date.now()): number {
  const left = (Date.parse(deletedAt) + days * day - now) / day;
  return left < 1 ? 0 : Math.ceil(left);
}
