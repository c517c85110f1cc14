import type { Operator } from '../../codegen/operators.js';
import { reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue, wrongType } from '../../fields/input-issue.js';
import { readOperand } from '../../fields/read-operand.js';
import { nearestName, nearTo, suggested } from '../../util/near-miss.js';
import type { HavingTerm, MetricResult } from '../aggregate-plan.js';
import type { TestNode } from '../plan.js';
import type { ReadMetric } from './aggregate-metrics.js';
import { operatorOfOthers } from './words-of-others.js';

const fitting = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'exists'] as const satisfies Operator[];

/** Parses `having`: conditions on metrics, all of which hold. */
export function readHaving(value: unknown, metrics: readonly ReadMetric[]): readonly HavingTerm[] {
  if (value === undefined) return [];
  if (!isObject(value)) throw wrongType('having', 'object', value);
  return Object.entries(value).map(([name, given]) => {
    const place = `having.${echo(name)}`;
    const metric = metrics.findIndex(({ term }) => term.name === name);
    const result = metrics[metric]?.result;
    if (result === undefined) {
      const names = metrics.map(({ term }) => term.name);
      throw inputIssue(place, reason('aggregate.unknownMetric', nearTo(name, names)));
    }
    return { metric, field: result, tests: readTests(result, given, place) };
  });
}

function readTests(field: MetricResult, given: unknown, place: string): readonly TestNode[] {
  if (!isObject(given)) return [readTest(field, 'equals', { value: given, place })];
  const entries = Object.entries(given);
  if (entries.length === 0) throw inputIssue(place, reason('filter.noOperator'));
  return entries.map(([key, value]) => {
    const operator = fitting.find((one) => one === key);
    const at = `${place}.${echo(key)}`;
    if (operator !== undefined) return readTest(field, operator, { value, place: at });
    const near = operatorOfOthers(key) ?? nearestName(key, fitting);
    throw inputIssue(at, reason('operator.unknown', suggested(near)));
  });
}

function readTest(
  field: MetricResult,
  operator: Operator,
  { value, place }: { readonly value: unknown; readonly place: string },
): TestNode {
  const isNull = value === null && (operator === 'equals' || operator === 'not_equals');
  if (isNull) return { operator: 'exists', operand: { kind: 'exists', value: operator === 'not_equals' } };
  return { operator, operand: readOperand(field, operator, value, place) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
