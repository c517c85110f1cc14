/** What `aggregate` takes: for requests, for the widgets of the dashboard and for the OpenAPI document. */

/** Parts of dates that documents are grouped by. Weeks are those of ISO 8601. */
export const dateParts = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;

/** A part of dates. */
export type DatePart = (typeof dateParts)[number];

/** Operations of metrics on the values of a field. */
export const metricOperations = ['countDistinct', 'sum', 'avg', 'min', 'max'] as const;

/** An operation of a metric. */
export type MetricOperation = (typeof metricOperations)[number];

/** A time from UTC, such as `+02:00`: sign, hours and minutes. */
export const offsetPattern: RegExp = /^([+-])(0\d|1[0-4]):([0-5]\d)$/;

/** Begins with a letter, so that `__proto__` is none. */
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Whether a metric can be called this: `key` has the values of the group. */
export function isMetricName(name: string): boolean {
  return namePattern.test(name) && name !== 'key';
}

/** Whether values of this kind are dates, with a time or without one. */
export function isDateKind(kind: string): boolean {
  return kind === 'date' || kind === 'timestamp';
}

/** Whether a metric takes values of this kind, of which a document has one at most. */
export function fitsMetric(operation: MetricOperation, kind: string): boolean {
  if (operation === 'countDistinct' || kind === 'number') return true;
  return (operation === 'min' || operation === 'max') && isDateKind(kind);
}

/** Whether a group by parts of dates needs dates with a time. */
export function needsTime({ by, offset }: { readonly by: unknown; readonly offset: unknown }): boolean {
  return by === 'hour' || offset !== undefined;
}
