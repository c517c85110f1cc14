import {
  fitsMetric,
  isMetricName,
  type MetricOperation,
  metricOperations,
} from '../../codegen/aggregate-rules.js';
import type { NumberField } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue, wrongType } from '../../fields/input-issue.js';
import { nearTo } from '../../util/near-miss.js';
import type { GroupTerm, MetricResult, MetricTerm } from '../aggregate-plan.js';
import { type NamedValue, readValue, unfitting } from './aggregate-value.js';
import type { Reader } from './reader.js';

const maxMetrics = 10;

/** A metric, and what conditions on it are checked against. */
export interface ReadMetric {
  readonly term: MetricTerm;
  readonly result: MetricResult;
}

/** Parses `metrics`. */
export function readMetrics(
  value: unknown,
  reader: Reader,
  groups: readonly GroupTerm[],
): readonly ReadMetric[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongType('metrics', 'metrics', value);
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) throw inputIssue('metrics', reason('input.empty'));
  if (entries.length > maxMetrics)
    throw inputIssue('metrics', reason('input.tooManyValues', { count: entries.length, max: maxMetrics }));
  return entries.map(([name, given]) => {
    const place = `metrics.${echo(name)}`;
    if (!isMetricName(name)) throw inputIssue(place, reason('aggregate.badName'));
    if (groups.some(({ path }) => path === name)) throw inputIssue(place, reason('aggregate.nameOfGroup'));
    return readMetric({ name, given, place }, reader);
  });
}

interface GivenMetric {
  readonly name: string;
  readonly given: unknown;
  readonly place: string;
}

function readMetric({ name, given, place }: GivenMetric, reader: Reader): ReadMetric {
  if (given === 'count') return { term: { name, operation: 'count' }, result: numberField(name) };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrongType(place, 'metric', given);
  const [only, ...others] = Object.entries(given as Readonly<Record<string, unknown>>);
  if (only === undefined || others.length > 0) throw wrongType(place, 'metric', given);
  const [key, path] = only;
  const operation = metricOperations.find((one) => one === key);
  const at = `${place}.${echo(key)}`;
  if (operation === undefined) {
    const values = metricOperations;
    throw inputIssue(at, reason('input.notAllowed', { values, ...nearTo(key, values) }));
  }
  if (typeof path !== 'string') throw wrongType(at, 'text', path);
  return metricOf(name, operation, { named: readValue(path, at, reader), at });
}

function metricOf(
  name: string,
  operation: MetricOperation,
  { named, at }: { readonly named: NamedValue; readonly at: string },
): ReadMetric {
  const { field, isList, value } = named;
  if (value === null || isList || !fitsMetric(operation, value.kind))
    throw inputIssue(at, unfitting(operation, field, isList));
  return {
    term: { name, operation, value, isWhole: field.type === 'number' && field.integer === true },
    result: field.type === 'date' && operation !== 'countDistinct' ? field : numberField(name),
  };
}

function numberField(name: string): NumberField {
  return { type: 'number', name, path: name };
}
