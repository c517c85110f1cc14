/**
 * Bodies whose names of fields fit the collection. The schemas of the OpenAPI document take any name, so a
 * body made from them alone seldom gets past the first check.
 */
import type { OpenAPIObject, SchemaObject } from 'openapi3-ts/oas31';
import type { Random } from './random.js';

export interface LikelyBodies {
  /** Makes a body for an operation, from one that its schema allows; undefined where the schema is enough. */
  of(path: string): ((made: unknown) => unknown) | undefined;
}

/** Of the fields of the fuzzed project, by their types in the document. */
interface Fields {
  readonly all: readonly string[];
  readonly numbers: readonly string[];
  readonly dates: readonly string[];
}

/** Unique fields of the fuzzed project (tests/fuzz/project). */
const uniqueKeys: Readonly<Record<string, readonly (readonly string[])[]>> = {
  things: [['serial'], ['contact'], ['slug'], ['title', 'serial']],
  articles: [['slug']],
  secrets: [['name']],
};

const parts = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;

export function createLikelyBodies(document: OpenAPIObject, random: Random): LikelyBodies {
  function fieldsOf(path: string): Fields {
    const where = document.paths?.[path]?.post?.requestBody;
    const name = /"#\/components\/schemas\/(\w+)Aggregate"/.exec(JSON.stringify(where))?.[1] ?? '';
    const schema = document.components?.schemas?.[name] as SchemaObject | undefined;
    const properties = Object.entries(schema?.properties ?? {});
    const named = (pattern: RegExp): readonly string[] =>
      properties.filter(([, value]) => pattern.test(JSON.stringify(value))).map(([field]) => field);
    return {
      all: properties.map(([field]) => field),
      numbers: named(/^\{[^{]*"(?:number|integer)"/),
      dates: named(/Timestamp|"date"/),
    };
  }

  function aggregate(path: string, made: unknown): unknown {
    const { all, numbers, dates } = fieldsOf(path);
    const group = (): unknown =>
      random.chance(0.4)
        ? { field: random.pickOr(dates, 'createdAt'), by: random.pick(parts) }
        : random.pickOr(all, 'id');
    const field = random.pickOr(numbers, 'id');
    const operation = random.pick(['sum', 'avg', 'min', 'max', 'countDistinct']);
    const metrics = { n: 'count', ...(random.chance(0.6) && { m: { [operation]: field } }) };
    return {
      ...(isObject(made) && random.chance(0.3) && 'where' in made && { where: made['where'] }),
      ...(random.chance(0.7) && { groupBy: [group(), ...(random.chance(0.3) ? [group()] : [])] }),
      ...{ metrics },
      ...(random.chance(0.3) && { having: { n: { gte: random.int(3) } } }),
      ...(random.chance(0.3) && { sort: random.pick(['n_desc', 'm_asc', ['n_asc', 'm_desc']]) }),
      ...(random.chance(0.3) && { limit: 1 + random.int(40) }),
      ...(random.chance(0.2) && { draft: true }),
    };
  }

  function upsert(slug: string, made: unknown): unknown {
    const key = random.pickOr(uniqueKeys[slug] ?? [], ['id']);
    const texts = [
      random.pick(['AB1234', 'CD5678']),
      'Title',
      `one-${random.int(5)}`,
      'a@example.com',
    ] as const;
    const data = isObject(made) && isObject(made['data']) ? made['data'] : {};
    return { key: Object.fromEntries(key.map((name) => [name, random.pick(texts)])), data };
  }

  return {
    of(path) {
      const [, slug = '', action = ''] = /^\/api\/([\w-]+)\/(aggregate|upsert)$/.exec(path) ?? [];
      if (action === 'aggregate') return (made) => aggregate(path, made);
      if (action === 'upsert') return (made) => upsert(slug, made);
      return undefined;
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
