import type { ComputableFieldConfig, Indexed } from '../../config/shared-field-options.js';
import { flag } from '../../config/validate/checks.js';
import { type IssueOf, unless } from '../../config/validate/issues-of-values.js';
import { computable, indexed } from '../../config/validate/shared-options.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import type { JsonValue } from '../../util/json.js';
import { dayOrTimestamp, isDate } from '../date-text.js';
import { columnOption, flagOption } from '../describing.js';
import { singleValue } from '../families/single-value.js';
import type { FieldBase, Stored } from '../field-base.js';
import type { PlainType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';
import { equality, order } from '../operators.js';

/** A plain date (`2026-11-21`), or with `time` a timestamp. */
export interface DateFieldConfig extends ComputableFieldConfig<string>, Indexed {
  readonly type: 'date';
  /** A timestamp (ISO 8601) instead of a plain date. Default `false`. */
  readonly time?: boolean;
}

export interface DateField extends FieldBase, Stored {
  readonly type: 'date';
  readonly unique?: true;
  /** A timestamp (ISO 8601 UTC with milliseconds) instead of a plain `YYYY-MM-DD`. */
  readonly time?: true;
}

const timeHint = "a point in time is type: 'date', time: true";

const issueOfDate: IssueOf = ({ time }, value) =>
  time === true
    ? unless(isTimestampConstant(value), 'is not an ISO 8601 timestamp with a time zone', value)
    : unless(isDateConstant(value), 'is not a date (YYYY-MM-DD)', value);

/** @internal */
export const date: PlainType<DateField, DateFieldConfig> = {
  ...singleValue<DateField, DateFieldConfig>({
    describe: (config, at) => ({
      ...columnOption(at),
      unique: flagOption(config.unique),
      time: flagOption(config.time),
    }),
    columnType: dateKind,
    valueKind: dateKind,
    operators: [...equality, ...order, 'within'],
    reader: ({ time }) => (time ? readTimestamp : readDate),
    complete: completeDate,
  }),
  config: {
    noun: 'a date field',
    options: { ...computable, ...indexed, time: flag },
    issueOf: issueOfDate,
    otherNames: { 'date-time': timeHint, datetime: timeHint, timestamp: timeHint, timestamptz: timeHint },
  },
};

function isDateConstant(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isTimestampConstant(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [, day = '', rest = ''] = /^(\d{4}-\d{2}-\d{2})(T.+)$/.exec(value) ?? [];
  const time = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
  return isDateConstant(day) && time.test(rest);
}

function dateKind({ time }: DateField): 'date' | 'timestamp' {
  return time ? 'timestamp' : 'date';
}

function readDate(value: unknown, path: string): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw wrongType(path, 'date', value);
}

function readTimestamp(value: unknown, path: string): string {
  const stored = typeof value === 'string' ? dayOrTimestamp(value) : null;
  if (stored !== null) return stored;
  throw wrongType(path, 'timestamp', value);
}

function completeDate({ time }: DateField, value: JsonValue, path: string, issues: Issue[]): string {
  if (typeof value === 'string') {
    if (!time && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
    const milliseconds = time ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(milliseconds)) {
      const normal = new Date(milliseconds).toISOString();
      // The text of a year outside this range has a sign and six digits, and would sort before all others.
      if (!/^\d/.test(normal)) issues.push(issueAt(path, reason('date.yearOutOfRange')));
      return normal;
    }
  }
  throw misfit(path, time ? 'a timestamp' : 'a date (YYYY-MM-DD)', value);
}
