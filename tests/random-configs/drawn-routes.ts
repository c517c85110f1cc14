/** Random routes: hostile ids, every method, and schemas whose values are echoed. */
import { z } from 'zod';
import type { RouteConfig, RouteMethod, RouteSchema } from '../../runtime/config/route-config.js';
import type { Random } from '../fuzz/random.js';

const ids: readonly string[] = [
  ...[
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'prototype',
    'default',
    'delete',
    'new',
    'await',
  ],
  ...[
    'name',
    'length',
    'call',
    'apply',
    'bind',
    'routes',
    'safe',
    'auth',
    'find',
    'string',
    'z',
    'type',
    'enum',
  ],
];

interface Node {
  readonly name: string;
  readonly children: readonly Node[];
}

const tree: z.ZodType<Node> = z.object({ name: z.string(), children: z.lazy(() => z.array(tree)) });

/** A schema, and a value that it returns unchanged. */
interface Sample {
  readonly schema: RouteSchema;
  readonly value: unknown;
}

const sampleOf = (schema: RouteSchema, value: unknown): Sample => ({ schema, value });

const bodies: readonly [Sample, ...Sample[]] = [
  sampleOf(z.string().max(20), 'text'),
  sampleOf(z.array(z.int()), [1, 2]),
  sampleOf(z.object({ constructor: z.string(), '*/ odd "name': z.number().optional() }), {
    constructor: 'x',
  }),
  sampleOf(z.strictObject({ a: z.enum(['a', '*/', "it's"]), b: z.boolean().nullable() }), {
    a: '*/',
    b: null,
  }),
  sampleOf(z.union([z.literal(7), z.object({ kind: z.literal('x') })]), { kind: 'x' }),
  sampleOf(z.record(z.string(), z.array(z.string())), { 'a b': ['c'] }),
  sampleOf(z.tuple([z.string(), z.number()]), ['a', 1.5]),
  sampleOf(z.object({ at: z.iso.datetime(), mail: z.email(), link: z.url() }), {
    ...{ at: '2026-01-01T00:00:00Z', mail: 'a@example.com', link: 'https://example.com/' },
  }),
  sampleOf(tree, { name: 'a', children: [{ name: 'b', children: [] }] }),
  sampleOf(z.unknown(), { any: [1, null] }),
];

const query = z.object({
  words: z.array(z.string()).optional(),
  limit: z.coerce.number().int().max(9).default(3),
});

const samples = new WeakMap<RouteConfig, { readonly input: object; readonly result: unknown }>();

/** The input of a call of a drawn route in the SDK, and the result that it returns. */
export function sampleOfRoute(
  route: RouteConfig,
): { readonly input: object; readonly result: unknown } | undefined {
  return samples.get(route);
}

/** Up to four routes that are valid beside any collections but `routes`. */
export function drawRoutes(random: Random, hasAuth: boolean): readonly RouteConfig[] {
  const own = new Set(Array.from({ length: random.int(4) }, () => random.pickOr(ids, 'call')));
  return [...own].map((id, index) => drawRoute({ id, path: `/routes-of-own/${index}` }, random, hasAuth));
}

function drawRoute(base: Pick<RouteConfig, 'id' | 'path'>, random: Random, hasAuth: boolean): RouteConfig {
  const method = random.pick<RouteMethod>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  const texts = random.chance(0.5) ? { summary: 'Do */ it', description: 'two\nlines $x {@link}' } : {};
  const rules = {
    access: random.pickOr(['public', ['editor'], () => true] as const, 'public'),
    ...(random.chance(0.3) && { rateLimit: { max: 5, windowSeconds: 60 } }),
  };
  const route = { ...base, method, ...texts, ...(hasAuth && rules) };
  return method === 'GET' || method === 'DELETE' ? reading(route) : writing(route, random);
}

type Drawn = Omit<RouteConfig, 'handler' | 'body' | 'response'>;

function reading(route: Drawn): RouteConfig {
  const path = `${route.path}/:id`;
  const response = z.object({ id: z.string(), words: z.array(z.string()), limit: z.int() });
  const handler = ({
    params,
    query: sent,
  }: {
    params: { id: string };
    query: z.infer<typeof query>;
  }): unknown => ({
    id: params.id,
    words: sent.words ?? [],
    limit: sent.limit,
  });
  const made: RouteConfig = { ...route, path, query, response, handler };
  samples.set(made, {
    input: { params: { id: 'a/b c' }, query: { words: ['x', 'y'], limit: 4 } },
    result: { id: 'a/b c', words: ['x', 'y'], limit: 4 },
  });
  return made;
}

function writing(route: Drawn, random: Random): RouteConfig {
  const { schema, value } = random.pick(bodies);
  const echo = ({ body }: { readonly body: unknown }): unknown => body;
  const made: RouteConfig = { ...route, body: schema, response: schema, handler: echo };
  samples.set(made, { input: { body: value }, result: value });
  return made;
}
