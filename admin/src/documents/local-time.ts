/** A timestamp as an input of the browser writes it, in the person's own time zone: `2026-11-21T18:00:05`. Empty for no time. */
export function toLocalInput(timestamp: string | null): string {
  if (timestamp === null) return '';
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return '';
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  const [seconds, milliseconds] = [date.getSeconds(), date.getMilliseconds()];
  if (milliseconds > 0) return `${day}T${time}:${pad(seconds)}.${pad(milliseconds, 3)}`;
  return seconds > 0 ? `${day}T${time}:${pad(seconds)}` : `${day}T${time}`;
}

/** What such an input says, in UTC as the API writes it; null for an empty one, or for half a time. */
export function fromLocalInput(text: string): string | null {
  // A time without a zone is local: ECMAScript, Date Time String Format.
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The person's time zone, with its distance from UTC at a time: `Europe/Berlin (GMT+1)`. */
export function zoneName(locale: string, at: Date = new Date()): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone} (${offset})`;
}
