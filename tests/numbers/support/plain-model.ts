/** Groups and metrics in plain TypeScript, over documents as a list returns them. */
import { dateGroupText } from '../../../runtime/documents/read/date-group-text.js';

export type Document = Readonly<Record<string, unknown>>;

export interface Group {
  readonly field: string;
  readonly by?: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';
  readonly offset?: string;
}

export type Metric = 'count' | { readonly [operation: string]: string };

export interface Request {
  readonly groupBy: readonly Group[];
  readonly metrics: Readonly<Record<string, Metric>>;
}

/** The groups in the order of their keys. */
export function aggregate(
  documents: readonly Document[],
  { groupBy, metrics }: Request,
): readonly Record<string, unknown>[] {
  const groups = new Map<string, { readonly key: readonly unknown[]; readonly documents: Document[] }>();
  for (const document of documents) {
    for (const key of keysOf(document, groupBy)) {
      const name = JSON.stringify(key);
      const group = groups.get(name) ?? { key, documents: [] };
      group.documents.push(document);
      groups.set(name, group);
    }
  }
  if (groupBy.length === 0 && groups.size === 0) groups.set('', { key: [], documents: [] });
  return [...groups.values()]
    .sort((one, other) => compareKeys(one.key, other.key))
    .map(({ key, documents: own }) => ({
      key: Object.fromEntries(groupBy.map(({ field }, index) => [field, key[index]])),
      ...Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, metricOf(metric, own)])),
    }));
}

/** Every combination of the members of lists. */
function keysOf(document: Document, groupBy: readonly Group[]): readonly (readonly unknown[])[] {
  return groupBy.reduce<readonly (readonly unknown[])[]>(
    (keys, group) => keys.flatMap((key) => membersOf(document, group).map((member) => [...key, member])),
    [[]],
  );
}

function membersOf(document: Document, { field, by, offset = '+00:00' }: Group): readonly unknown[] {
  const value = document[field];
  if (Array.isArray(value)) return value.length === 0 ? [null] : [...new Set<unknown>(value)];
  if (typeof value !== 'string' || by === undefined) return [value ?? null];
  const minutes = (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))) * (offset[0] === '-' ? -1 : 1);
  const time = Date.parse(value) + minutes * 60_000;
  const day = new Date(time).getUTCDay() || 7;
  const shift = by === 'week' ? (4 - day) * 86_400_000 : 0;
  return [dateGroupText(new Date(time + shift).toISOString(), by)];
}

function metricOf(metric: Metric, documents: readonly Document[]): unknown {
  if (metric === 'count') return documents.length;
  const [[operation = '', field = ''] = []] = Object.entries(metric);
  const values: readonly unknown[] = documents
    .map((document) => document[field])
    .filter((value) => value != null);
  const numbers = values as readonly number[];
  const sum = numbers.reduce((total, value) => total + value, 0);
  switch (operation) {
    case 'countDistinct':
      return new Set(values.map((value) => JSON.stringify(value))).size;
    case 'sum':
      return sum;
    case 'avg':
      return values.length === 0 ? null : sum / values.length;
    default: {
      const sorted = [...values].sort((one, other) => compare(one, other));
      return (operation === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
    }
  }
}

function compareKeys(one: readonly unknown[], other: readonly unknown[]): number {
  for (const [index, value] of one.entries()) {
    const order = compare(value, other[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Null last; texts by their code points. */
function compare(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
