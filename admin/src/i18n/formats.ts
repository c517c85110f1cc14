import type { LanguageName } from './catalogue.js';
import { useLanguage } from './language.js';

/** Dates, numbers and lists in the format of the language. Times are in the time zone of the browser. */
export interface Formats {
  number(value: number): string;
  /** `12 %` of 0.12. */
  percent(share: number): string;
  /** A number of bytes in the unit that fits, of 1024: `1.4 MB`. */
  bytes(value: number): string;
  /** A date without a time: `2026-11-21`. */
  day(value: string): string;
  /** The day of a time, with the year if it is another one: `24 Dec`. */
  shortDay(value: string, now?: number): string;
  /** A date with its time: `2026-11-21T10:00:00.000Z`. */
  dateTime(value: string): string;
  /** A date with its time and seconds, where entries differ by them. */
  dateTimeWithSeconds(value: string): string;
  /** A date with its time in UTC, whatever the time zone of the browser. */
  utcDateTime(value: string): string;
  /** A date with its weekday. */
  longDay(value: string): string;
  /** A date with its time and weekday, and with seconds if they are not 0. */
  longDateTime(value: string): string;
  /** With seconds and time zone, for a tooltip. */
  fullDateTime(value: string): string;
  /** `3 hours ago`, `2 weeks ago`: always in the same form, so that a column reads evenly. */
  relative(value: string, now?: number): string;
  list(values: readonly string[]): string;
  /** Compares two texts by the rules of the language. */
  compare(a: string, b: string): number;
}

/** Returns the variant of a language that the browser's user prefers. */
export function localeOf(name: LanguageName, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.toLowerCase().split('-')[0] === name) ?? name;
}

/** By the name of the locale: each of its formats costs milliseconds to make, and every cell uses some. */
const made = new Map<string, Formats>();

/**
 * @param wanted - the languages of the browser's user, the preferred one first: dates of `en-GB` differ from
 * those of `en-US`.
 */
export function formatsOf(name: LanguageName, wanted: readonly string[] = []): Formats {
  const language = localeOf(name, wanted);
  const known = made.get(language);
  if (known !== undefined) return known;
  const formats = formatsIn(language);
  made.set(language, formats);
  return formats;
}

function formatsIn(language: string): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    onFirstUse(() => new Intl.DateTimeFormat(language, options));
  const numbers = onFirstUse(() => new Intl.NumberFormat(language));
  const percents = onFirstUse(() => new Intl.NumberFormat(language, { style: 'percent' }));
  const days = dates({ dateStyle: 'medium', timeZone: 'UTC' });
  const shortDays = dates({ day: 'numeric', month: 'short' });
  const yearDays = dates({ dateStyle: 'medium' });
  const times = dates({ dateStyle: 'medium', timeStyle: 'short' });
  const utcTimes = dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const withSeconds = dates({ dateStyle: 'medium', timeStyle: 'medium' });
  const longDays = dates({ dateStyle: 'full', timeZone: 'UTC' });
  const longTimes = dates({ dateStyle: 'full', timeStyle: 'short' });
  const longSeconds = dates({ dateStyle: 'full', timeStyle: 'medium' });
  const fullTimes = dates({ dateStyle: 'full', timeStyle: 'long' });
  const lists = onFirstUse(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  const collator = onFirstUse(() => new Intl.Collator(language, { numeric: true }));
  const relative = onFirstUse(
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' }),
  );
  // “Last year” is the year of the calendar before this one, which months ago need not be.
  const years = onFirstUse(() => new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'long' }));
  return {
    number: (value) => numbers().format(value),
    percent: (share) => percents().format(share),
    bytes: (value) => formatBytes(language, value),
    day: (value) => formatDate(days, value),
    shortDay(value, now = Date.now()) {
      const isThisYear = new Date(value).getFullYear() === new Date(now).getFullYear();
      return formatDate(isThisYear ? shortDays : yearDays, value);
    },
    dateTime: (value) => formatDate(times, value),
    utcDateTime: (value) => formatDate(utcTimes, value),
    dateTimeWithSeconds: (value) => formatDate(withSeconds, value),
    longDay: (value) => formatDate(longDays, value),
    longDateTime: (value) => formatDate(new Date(value).getSeconds() > 0 ? longSeconds : longTimes, value),
    fullDateTime: (value) => formatDate(fullTimes, value),
    relative(value, now = Date.now()) {
      const seconds = Math.round((Date.parse(value) - now) / 1000);
      if (Number.isNaN(seconds)) return value;
      const [count, unit] = inLargestUnit(seconds);
      return (unit === 'year' ? years : relative)().format(count, unit);
    },
    list: (values) => lists().format(values),
    compare: (a, b) => collator().compare(a, b),
  };
}

function onFirstUse<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

export function useFormats(): Formats {
  const { name } = useLanguage();
  return formatsOf(name, navigator.languages);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function formatBytes(language: string, value: number): string {
  const power = Math.min(value < 1 ? 0 : Math.floor(Math.log2(value) / 10), byteUnits.length - 1);
  const unit = byteUnits[power] ?? 'byte';
  const amount = value / 1024 ** power;
  const display = unit === 'byte' ? 'long' : 'short';
  const digits = power === 0 || amount >= 100 ? 0 : 1;
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit, unitDisplay: display, maximumFractionDigits: digits },
  }).format(amount);
}

/** Text that is not a date is returned unchanged. */
function formatDate(format: () => Intl.DateTimeFormat, value: string): string {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : format().format(time);
}

const day = 86_400;
const month = 30.44 * day;

/** The units of times, in seconds, and up to which time each is used. */
const timeUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, size: number, until: number])[] = [
  ['minute', 60, 3600],
  ['hour', 3600, day],
  ['day', day, 7 * day],
  ['week', 7 * day, 30 * day],
  // Twelve months are told as such: a year is said only when one has passed.
  ['month', month, 13 * month],
  ['year', 365.25 * day, Number.POSITIVE_INFINITY],
];

function inLargestUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const size = Math.abs(seconds);
  if (size < 45) return [0, 'second'];
  // Rounded first: what is almost an hour is an hour, not 60 minutes.
  const [unit, length] = timeUnits.find(([, each, until]) => Math.round(size / each) * each < until) ?? [
    'year' as const,
    365.25 * day,
  ];
  return [Math.sign(seconds) * Math.max(1, Math.round(size / length)), unit];
}
