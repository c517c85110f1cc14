import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import type { JsonValue } from '../../util/json.js';
import { dayOrTimestamp, isDate } from '../date-text.js';
import { columnOption, flagOption } from '../describing.js';
import { singleValue } from '../families/single-value.js';
import type { DateField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';
import { equality, order } from '../operators.js';

export const date: ValueFieldType<DateField> = singleValue({
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
});

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
