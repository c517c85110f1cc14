/**
 * Returns a timestamp as a browser's input writes it, in the user's time zone: `2026-11-21T18:00`, with
 * seconds if they are not 0. Milliseconds are left out, since users do not type them.
 */
export function toLocalInput(timestamp: string | null): string {
  if (timestamp === null) return '';
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return '';
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  const seconds = date.getSeconds();
  return seconds > 0 ? `${day}T${time}:${pad(seconds)}` : `${day}T${time}`;
}

/** Returns the time of such an input, in UTC as the API writes it; null for an empty or incomplete input. */
export function fromLocalInput(text: string): string | null {
  // A time without a zone is local: ECMAScript, Date Time String Format.
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/**
 * Returns the time of an input after a change. If the input shows the text of the stored time, that is the
 * stored time itself, with its milliseconds.
 */
export function changedTime(stored: string | null, text: string): string | null {
  return text === toLocalInput(stored) ? stored : fromLocalInput(text);
}

/** Returns the user's time zone with its offset from UTC at a time: `Europe/Berlin (GMT+1)`. */
export function zoneName(locale: string, at: Date = new Date()): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone} (${offset})`;
}
