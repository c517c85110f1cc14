/** Random list requests, and random changes of one: what the hill is climbed by. */
import type { Random } from '../fuzz/random.js';

/** A condition or a combination of conditions. */
export type Filter = Readonly<Record<string, unknown>>;

/** The body of `POST /api/items/query`. */
export interface ListRequest {
  readonly where?: Filter;
  readonly sort?: string;
  readonly limit?: number;
  readonly page?: number;
  readonly depth?: number;
  readonly select?: string;
  readonly draft?: boolean;
  readonly count?: string;
}

type NonEmpty<T> = readonly [T, ...T[]];

const texts: NonEmpty<string> = ['title', 'body', 'lines.text'];
const numbers: NonEmpty<string> = ['rank', 'lines.count'];
const paths: NonEmpty<string> = [
  ...(['', '', '', 'parent.', 'related.', 'parent.parent.', 'parent.related.'] as const),
  ...(['related.related.', 'related.parent.', 'related.related.related.', 'parent.parent.parent.'] as const),
  ...(['lines.item.', 'lines.item.related.'] as const),
];
const sorts: NonEmpty<string> = ['title', 'rank', 'body', 'day', 'createdAt', 'kind', 'id', 'place'];

/** The limits of the service, and values near them. */
const largest = { limit: 1000, page: 400, depth: 10, sorts: 10 } as const;

export function drawRequest(random: Random): ListRequest {
  let request: ListRequest = { limit: 10 };
  for (let at = 0; at < 6; at += 1) request = changeRequest(random, request);
  return request;
}

/** The request with one random change. */
export function changeRequest(random: Random, request: ListRequest): ListRequest {
  const change = random.int(11);
  if (change <= 5) return { ...request, where: changeFilter(random, request.where) };
  switch (change) {
    case 6:
      return { ...request, sort: drawSort(random) };
    case 7:
      return { ...request, limit: random.pick([0, 1, 10, 100, largest.limit]) };
    case 8:
      return { ...request, page: 1 + random.int(largest.page) };
    case 9:
      return { ...request, depth: random.int(largest.depth) };
    case 10:
      return { ...request, count: random.pick(['exact', 'none', 'estimate']) };
    default:
      return random.chance(0.5)
        ? { ...request, draft: request.draft !== true }
        : {
            ...request,
            select: random.pick(['title', 'title,related', 'lines', 'children', 'parent,extra']),
          };
  }
}

function drawSort(random: Random): string {
  const keys = Array.from({ length: 1 + random.int(largest.sorts - 1) }, () => random.pick(sorts));
  return [...new Set(keys)].map((key) => (random.chance(0.5) ? `${key}_desc` : key)).join(',');
}

function changeFilter(random: Random, filter: Filter | undefined): Filter {
  if (filter === undefined) return drawCondition(random);
  const list = (filter['AND'] ?? filter['OR']) as readonly Filter[] | undefined;
  const combination = 'OR' in filter ? 'OR' : 'AND';
  if (list === undefined)
    return random.chance(0.4) ? drawCondition(random) : combined(random, [filter, drawCondition(random)]);
  const at = random.int(list.length - 1);
  switch (random.int(5)) {
    case 0:
      return {
        [combination]: [...list, ...Array.from({ length: 1 + random.int(20) }, () => drawCondition(random))],
      };
    case 1:
      return { [combination]: list.length > 1 ? list.toSpliced(at, 1) : list };
    case 2:
      return { [combination === 'OR' ? 'AND' : 'OR']: list };
    case 3:
      return combined(random, [filter, drawCondition(random)]);
    case 4:
      return { [combination]: [...list, ...list.map((one) => varied(random, one))] };
    default:
      return { [combination]: list.with(at, changeFilter(random, list[at])) };
  }
}

function combined(random: Random, filters: readonly Filter[]): Filter {
  return { [random.pick(['AND', 'OR'])]: filters };
}

/** The same kind of condition with another value, so that it does not count as equal. */
function varied(random: Random, filter: Filter): Filter {
  const text = JSON.stringify(filter).replaceAll(/"(\w*)q(\w*)"/g, () => JSON.stringify(word(random)));
  return JSON.parse(text) as Filter;
}

function drawCondition(random: Random): Filter {
  const path = random.pick(paths);
  switch (random.int(6)) {
    case 0:
    case 1:
      return { [path + random.pick(texts)]: drawText(random) };
    case 2:
      return { [path + random.pick(numbers)]: drawNumber(random) };
    case 3:
      return { [`${path}place`]: { within: drawArea(random) } };
    case 4:
      return { [`${path}tags`]: random.chance(0.5) ? { contains: word(random) } : drawList(random) };
    case 5:
      return { [`${path}parent`]: random.pick([{ exists: true }, { exists: false }, drawList(random)]) };
    default:
      return {
        [`${path}kind`]: random.pick<Filter>([{ equals: 'a' }, { not_equals: 'b' }, { in: ['a', 'c'] }]),
      };
  }
}

function drawText(random: Random): Filter {
  const value = random.chance(0.3) ? word(random).repeat(1 + random.int(90)) : word(random);
  const operator = random.pick(['contains', 'contains', 'not_contains', 'equals', 'not_equals', 'gt']);
  return random.chance(0.2) ? drawList(random) : { [operator]: value };
}

function drawNumber(random: Random): Filter {
  return random.pick<Filter>([
    { gt: random.int(1000) },
    { within: [random.int(500), 500 + random.int(500)] },
    { not_equals: random.int(1000) },
    { in: Array.from({ length: 1 + random.int(400) }, (_, at) => at * 3) },
  ]);
}

function drawList(random: Random): Filter {
  const values = Array.from({ length: 1 + random.int(300) }, () => word(random));
  return { [random.pick(['in', 'not_in'])]: values };
}

function drawArea(random: Random): unknown {
  const [west, south] = [-170 + random.int(200), -80 + random.int(100)];
  const box = [west, south, west + random.int(100), south + random.int(60)];
  const circle = { center: [west, south], radius: 1 + random.int(10_000_000) };
  return random.pick([box, circle, polygon(random, [west, south])]);
}

function polygon(random: Random, [west, south]: readonly [number, number]): unknown {
  const positions = 3 + random.int(900);
  const ring = Array.from({ length: positions }, (_, at) => {
    const angle = (2 * Math.PI * at) / positions;
    const radius = 20 + 10 * Math.sin(angle * 7);
    return [
      west + 50 + radius * Math.cos(angle),
      Math.max(-90, Math.min(90, south + radius * Math.sin(angle))),
    ];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

/** A short text that a few documents have; always with a q, by which {@link varied} finds it. */
function word(random: Random): string {
  return `${random.pick(['a', 'e', 'z', ''])}q${random.int(99)}`;
}
