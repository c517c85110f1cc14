/** What mocks return for `aggregate`: groups of documents and their metrics. */
import { valueAt } from './paths.js';
import type { Data } from './schema.js';

interface Group {
  readonly field: string;
  readonly by?: string;
  readonly offset?: string;
}

/** The groups of documents, as the service counts them. */
export function groupsOf(documents: readonly Data[], body: Data): object {
  const groupBy = listOf(body['groupBy']).map((group) =>
    typeof group === 'string' ? { field: group } : (group as Group),
  );
  const metrics = Object.entries(body['metrics'] as Data);
  const groups = new Map<string, { readonly key: readonly unknown[]; readonly documents: Data[] }>();
  if (groupBy.length === 0) groups.set('[]', { key: [], documents: [] });
  for (const document of documents) {
    for (const key of keysOf(document, groupBy)) {
      const group = groups.get(JSON.stringify(key)) ?? { key, documents: [] };
      group.documents.push(document);
      groups.set(JSON.stringify(key), group);
    }
  }
  const made = [...groups.values()].map(
    (group): Data => ({
      key: Object.fromEntries(groupBy.map(({ field }, index) => [field, group.key[index]])),
      ...Object.fromEntries(metrics.map(([name, metric]) => [name, metricOf(metric, group.documents)])),
    }),
  );
  const kept = made.filter((group) =>
    Object.entries((body['having'] ?? {}) as Data).every(([name, condition]) =>
      meets(group[name], condition),
    ),
  );
  const limit = Number(body['limit'] ?? 100);
  const sorted = ordered(kept, [...termsOf(body['sort']), ...groupBy.map(({ field }) => field)]);
  return { groups: sorted.slice(0, limit), hasMore: sorted.length > limit };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function termsOf(sort: unknown): readonly string[] {
  return typeof sort === 'string' ? sort.split(',') : (listOf(sort) as readonly string[]);
}

function keysOf(document: Data, groupBy: readonly Group[]): readonly (readonly unknown[])[] {
  let keys: readonly (readonly unknown[])[] = [[]];
  for (const group of groupBy) {
    const members = membersOf(document, group);
    keys = keys.flatMap((key) => members.map((member) => [...key, member]));
  }
  return keys;
}

function membersOf(document: Data, { field, by, offset }: Group): readonly unknown[] {
  const value = valueAt(document, field) ?? null;
  if (Array.isArray(value)) return value.length === 0 ? [null] : [...new Set<unknown>(value)];
  return [by !== undefined && typeof value === 'string' ? partOf(value, by, offset) : value];
}

const minute = 60_000;
const day = 86_400_000;

function partOf(date: string, by: string, offset = '+00:00'): string {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  const time = new Date(Date.parse(date) + (offset.startsWith('-') ? -minutes : minutes) * minute);
  const text = time.toISOString();
  if (by === 'quarter') return `${text.slice(0, 4)}-Q${Math.floor(time.getUTCMonth() / 3) + 1}`;
  if (by !== 'week') return text.slice(0, { year: 4, month: 7, day: 10 }[by] ?? 13);
  const thursday = new Date(time.getTime() + (4 - (time.getUTCDay() || 7)) * day);
  const year = thursday.toISOString().slice(0, 4);
  const days = Math.floor((thursday.getTime() - Date.parse(`${year}-01-01`)) / day);
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

function metricOf(metric: unknown, documents: readonly Data[]): unknown {
  if (metric === 'count') return documents.length;
  const [[operation, path] = ['', '']] = Object.entries(metric as Record<string, string>);
  const values = documents
    .map((document) => valueAt(document, path) ?? null)
    .filter((value) => value !== null);
  if (operation === 'countDistinct') return new Set(values.map((value) => JSON.stringify(value))).size;
  if (operation === 'sum' || operation === 'avg') {
    const sum = values.reduce<number>((total, value) => total + Number(value), 0);
    if (operation === 'sum') return Number(sum.toPrecision(12));
    return values.length === 0 ? null : Number((sum / values.length).toPrecision(12));
  }
  const sorted = [...values].sort(compared);
  return (operation === 'min' ? sorted[0] : sorted[sorted.length - 1]) ?? null;
}

function ordered(groups: readonly Data[], terms: readonly string[]): readonly Data[] {
  const shownIn = (group: Data, name: string): unknown =>
    name in group && name !== 'key' ? group[name] : (group['key'] as Data)[name];
  return [...groups].sort((one, other) => {
    for (const term of terms) {
      const [, name = '', direction] = /^(.*?)(?:_(asc|desc))?$/.exec(term) ?? [];
      const [a, b] = [shownIn(one, name) ?? null, shownIn(other, name) ?? null];
      // Empty values come last in both directions.
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1;
        continue;
      }
      const order = compared(a, b);
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return 0;
  });
}

function compared(one: unknown, other: unknown): number {
  const [a, b] = [one, other] as [number, number];
  return a < b ? -1 : a > b ? 1 : 0;
}

function meets(value: unknown, condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return value === condition;
  return Object.entries(condition).every(([operator, operand]) => {
    switch (operator) {
      case 'exists':
        return (value !== null) === operand;
      case 'equals':
        return value === operand;
      case 'not_equals':
        return value !== operand;
      case 'gt':
        return value !== null && compared(value, operand) > 0;
      case 'gte':
        return value !== null && compared(value, operand) >= 0;
      case 'lt':
        return value !== null && compared(value, operand) < 0;
      default:
        return value !== null && compared(value, operand) <= 0;
    }
  });
}
