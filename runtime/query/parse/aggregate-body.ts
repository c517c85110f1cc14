/** Parses the body of `POST /api/{slug}/aggregate`: docs/spec/content-tools.md#numbers-and-views. */
import { reason } from '../../errors/reasons/reason.js';
import { echo, gotOf, inputIssue, wrongType } from '../../fields/input-issue.js';
import { nearestName, nearTo, suggested } from '../../util/near-miss.js';
import type { AggregatePlan, GroupSort, GroupTerm, MetricTerm } from '../aggregate-plan.js';
import { both } from '../visible.js';
import { readGroups } from './aggregate-groups.js';
import { readHaving } from './aggregate-having.js';
import { readMetrics } from './aggregate-metrics.js';
import { nothingHidden } from './hidden-fields.js';
import { readShape } from './read-shape.js';
import type { ListContext, Reader } from './reader.js';
import { parseSearch } from './search.js';
import { parseWhere } from './where.js';
import { wholeNumber } from './whole-number.js';
import { parameterOfOthers } from './words-of-others.js';

/** Every key of the body. */
export const aggregateParameters = [
  'where',
  'search',
  'draft',
  'groupBy',
  'metrics',
  'having',
  'sort',
  'limit',
] as const;

const known: ReadonlySet<string> = new Set(aggregateParameters);
const limits = { from: 1, to: 1_000 };
const defaultLimit = 100;

/**
 * Parses the JSON body of `POST /api/{slug}/aggregate`.
 *
 * @throws ServiceError BAD_USER_INPUT, with the path in the body; FORBIDDEN for a field in `hidden`, wherever
 * the body names it.
 */
export function parseAggregateBody(
  body: Readonly<Record<string, unknown>>,
  { collection, scope, hidden = nothingHidden }: ListContext,
): AggregatePlan {
  const reader: Reader = { collection, scope, hidden };
  const parameters = new Map(Object.entries(body));
  for (const name of parameters.keys()) {
    if (known.has(name)) continue;
    const near = parameterOfOthers(name) ?? nearestName(name, aggregateParameters);
    throw inputIssue(echo(name), reason('parameter.unknown', suggested(near)));
  }
  const groups = readGroups(parameters.get('groupBy'), reader);
  const metrics = readMetrics(parameters.get('metrics'), reader, groups);
  const filter = parameters.get('where');
  const search = parameters.get('search');
  return {
    collection,
    groups,
    metrics: metrics.map(({ term }) => term),
    where: both(
      filter === undefined ? null : parseWhere(filter, { collection, scope, hidden }),
      search === undefined ? null : parseSearch(search, reader),
    ),
    draft: readDraft(parameters.get('draft'), reader),
    having: readHaving(parameters.get('having'), metrics),
    sort: readSort(
      parameters.get('sort'),
      groups,
      metrics.map(({ term }) => term),
    ),
    limit: parameters.has('limit')
      ? wholeNumber(refuseText('limit', parameters.get('limit')), 'limit', limits)
      : defaultLimit,
  };
}

/** A number of a JSON body is no text. */
function refuseText(name: string, value: unknown): unknown {
  if (typeof value === 'string') throw wrongType(name, 'number', value);
  return value;
}

function readDraft(value: unknown, { collection, scope }: Reader): boolean | null {
  if (value === undefined) return null;
  if (typeof value !== 'boolean') throw wrongType('draft', 'boolean', value);
  return readShape(new Map([['draft', value]]), { document: collection, scope }).draft;
}

function readSort(
  value: unknown,
  groups: readonly GroupTerm[],
  metrics: readonly MetricTerm[],
): readonly GroupSort[] {
  const requested = value === undefined ? [] : sortNames(value).map((name) => readTerm(name));
  const rest = groups.flatMap((_, index): readonly GroupSort[] =>
    requested.some((term) => term.of === 'group' && term.index === index)
      ? []
      : [{ of: 'group', index, direction: 'asc' }],
  );
  return [...requested, ...rest];

  function readTerm(text: string): GroupSort {
    const [, name = '', direction = 'asc'] = /^(.*?)(?:_(asc|desc))?$/s.exec(text) ?? [];
    const towards = direction === 'desc' ? 'desc' : 'asc';
    const metric = metrics.findIndex((one) => one.name === name);
    if (metric >= 0) return { of: 'metric', index: metric, direction: towards };
    const group = groups.findIndex(({ path }) => path === name);
    if (group >= 0) return { of: 'group', index: group, direction: towards };
    const names = [...metrics.map((one) => one.name), ...groups.map(({ path }) => path)];
    throw inputIssue('sort', reason('aggregate.unknownName', { name: echo(name), ...nearTo(name, names) }));
  }
}

/** More terms than groups and metrics would name one of them twice. */
const maxTerms = 13;

function sortNames(value: unknown): readonly string[] {
  const names = typeof value === 'string' ? value.split(',', maxTerms + 1) : value;
  if (!Array.isArray(names) || names.length === 0 || !names.every((name) => typeof name === 'string'))
    throw inputIssue('sort', reason('sort.malformed', { got: gotOf(value) }));
  if (names.length > maxTerms) throw inputIssue('sort', reason('sort.tooManyFields', { max: maxTerms }));
  return names.map((name: string) => name.trim());
}
