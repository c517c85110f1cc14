/** Days as text, `2026-11-21`: without a time zone, so that no day is skipped where clocks change. */

const dayLength = 86_400_000;

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the day of a time in the time zone of the browser. */
export function localDay(date: Date): string {
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Returns the day that is some days later. */
export function daysLater(day: string, days: number): string {
  return dayOf(timeOf(day) + days * dayLength);
}

/** Returns the same day of another month; the last one of a month that is too short. */
export function monthsLater(day: string, months: number): string {
  const date = new Date(timeOf(day));
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date.getTime());
}

/** Returns how far a day is from the first day of its week. */
export function dayOfWeek(day: string, firstDay: number): number {
  return (new Date(timeOf(day)).getUTCDay() - firstDay + 7) % 7;
}

/** Returns the weeks that show the month of a day. */
export function weeksOf(day: string, firstDay: number): readonly (readonly string[])[] {
  const first = `${day.slice(0, 8)}01`;
  const start = daysLater(first, -dayOfWeek(first, firstDay));
  const weeks: string[][] = [];
  for (let week = start; week <= monthsLater(first, 1) && weeks.length < 6; week = daysLater(week, 7)) {
    if (week.slice(0, 7) > first.slice(0, 7)) break;
    weeks.push(Array.from({ length: 7 }, (_, index) => daysLater(week, index)));
  }
  return weeks;
}

/** Returns the first day of a week where a language is spoken: 0 is Sunday. */
export function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number };
    readonly getWeekInfo?: () => { readonly firstDay: number };
  };
  // Firefox has neither.
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return firstDay % 7;
}
