import type { Value } from '../../../api/documents.js';

/**
 * Returns a time as a date input takes it, in the time zone of the browser:
 * `2026-11-21T09:30`.
 */
export function localOf(value: Value): string {
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Returns the value of such an input as an ISO time; undefined while it is incomplete. */
export function isoOf(text: string): string | undefined {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
