/** Which values of one kind can be converted to another kind. Kinds are those of `FieldSchema.kind`. */
import { referenceKind } from './field-kinds.js';
import type { MigrationDialect } from './migration-dialect.js';

export interface Conversion {
  /** Some values are lost or refused, so the change must be confirmed by name. */
  readonly narrows: boolean;
  /** The new value, as SQL of the old one. */
  value(dialect: MigrationDialect, old: string): string;
  /**
   * An SQL condition for old values that cannot be converted; absent when all can, or when such values are
   * dropped.
   */
  misfit?(dialect: MigrationDialect, old: string): string;
  /** The complaint about such a value: `is not a number`. */
  readonly complaint?: string;
}

const scalars: Readonly<Record<string, Conversion>> = {
  'integer>number': keeps((d, old) => d.cast(old, 'number')),
  'integer>text': keeps((d, old) => d.textOfNumber(old)),
  'number>text': keeps((d, old) => d.textOfNumber(old)),
  'boolean>text': keeps((d, old) => d.textOfBoolean(old)),
  'boolean>integer': keeps((d, old) => d.numberOfBoolean(old, 'integer')),
  'boolean>number': keeps((d, old) => d.numberOfBoolean(old, 'number')),
  'date>text': keeps((d, old) => d.convertTime(old, 'date', 'text')),
  'timestamp>text': keeps((d, old) => d.convertTime(old, 'timestamp', 'text')),
  'date>timestamp': keeps((d, old) => d.convertTime(old, 'date', 'timestamp')),
  'timestamp>date': { narrows: true, value: (d, old) => d.convertTime(old, 'timestamp', 'date') },
  'number>integer': narrows(
    'is not a whole number',
    (d, old) => d.cast(old, 'integer'),
    (d, old) => d.isFraction(old),
  ),
  'text>number': narrows(
    'is not a number',
    (d, old) => d.cast(old, 'number'),
    (d, old) => d.isNoNumberText(old),
  ),
  'text>integer': narrows(
    'is not a whole number',
    (d, old) => d.cast(d.cast(old, 'number'), 'integer'),
    (d, old) => d.isNoIntegerText(old),
  ),
  'text>boolean': narrows(
    'is neither true nor false',
    (d, old) => d.booleanWhere(`lower(${old}) = 'true'`),
    (_, old) => `lower(${old}) NOT IN ('true', 'false')`,
  ),
  'integer>boolean': narrows(
    'is neither 1 nor 0',
    (d, old) => d.booleanWhere(`${old} = 1`),
    (_, old) => `${old} NOT IN (0, 1)`,
  ),
  'number>boolean': narrows(
    'is neither 1 nor 0',
    (d, old) => d.booleanWhere(`${old} = 1`),
    (_, old) => `${old} NOT IN (0, 1)`,
  ),
  'text>date': narrows(
    'is not a date such as 2026-11-21',
    (d, old) => d.convertTime(old, 'text', 'date'),
    (d, old) => d.isNoDateText(old),
  ),
  'text>timestamp': narrows(
    'is not a timestamp such as 2026-11-21T09:00:00.000Z',
    (d, old) => d.convertTime(old, 'text', 'timestamp'),
    (d, old) => d.isNoTimestampText(old),
  ),
};

/** Returns the conversion of a field that keeps one value or a list, or null when no value can be kept. */
export function findConversion(before: string, after: string): Conversion | null {
  const scalar = scalars[`${before}>${after}`];
  if (scalar !== undefined) return scalar;
  const items = listItems(after);
  if (items !== null) return toList(before, items);
  const oldItems = listItems(before);
  if (oldItems !== null) return fromList(oldItems, after);
  const isScalar = Object.keys(scalars).some((key) => key.startsWith(`${before}>`));
  if (after === 'json' && isScalar) return keeps((d, old) => d.jsonOf(old, before));
  const reference = referenceKind(before);
  return after === 'text' && reference?.isMany === false && reference.target !== null
    ? keeps((_, old) => old)
    : null;
}

function keeps(value: Conversion['value']): Conversion {
  return { narrows: false, value };
}

function narrows(
  complaint: string,
  value: Conversion['value'],
  misfit: NonNullable<Conversion['misfit']>,
): Conversion {
  return { narrows: true, value, misfit, complaint };
}

function listItems(kind: string): 'text' | 'number' | null {
  if (kind === 'list of texts') return 'text';
  return kind === 'list of numbers' ? 'number' : null;
}

function toList(before: string, items: 'text' | 'number'): Conversion | null {
  const same = before === items || (before === 'integer' && items === 'number');
  const inner = same ? null : scalars[`${before}>${items}`];
  if (inner === undefined) return null;
  return {
    narrows: inner?.narrows ?? false,
    value: (d, old) => d.listOfOne(inner === null ? old : inner.value(d, old)),
    ...(inner?.misfit && { misfit: inner.misfit }),
    ...(inner?.complaint !== undefined && { complaint: inner.complaint }),
  };
}

function fromList(items: 'text' | 'number', after: string): Conversion | null {
  if (after !== items && !(items === 'number' && after === 'integer')) return null;
  return narrows(
    'has more than one entry',
    (d, old) => d.firstOfList(old, after === 'text' ? 'text' : 'number'),
    (d, old) => `${d.listLength(old)} > 1`,
  );
}
