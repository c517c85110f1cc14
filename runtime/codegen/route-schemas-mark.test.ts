import { expect, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import type { RouteConfig, RouteSchema } from '../config/route-config.js';
import { markOfSchemas } from './route-schemas-mark.js';

function markOf(body: RouteSchema): string | null {
  const route: RouteConfig = { id: 'a', method: 'POST', path: '/a', body, handler: () => undefined };
  return markOfSchemas(route);
}

const tree = (name: z.ZodType): z.ZodType => {
  const node: z.ZodType = z.object({ name, children: z.lazy(() => z.array(node)) });
  return node;
};

const schemas: readonly (() => RouteSchema)[] = [
  () => z.string(),
  () => z.string().min(2),
  () => z.string().min(3),
  () => z.string().regex(/^a/),
  () => z.string().regex(/^b/),
  () => z.email(),
  () => z.number(),
  () => z.int(),
  () => z.number().gt(3),
  () => z.number().gte(3),
  () => z.coerce.number(),
  () => z.object({ a: z.string() }),
  () => z.object({ b: z.string() }),
  () => z.object({ a: z.string().optional() }),
  () => z.object({ a: z.string().nullable() }),
  () => z.strictObject({ a: z.string() }),
  () => z.looseObject({ a: z.string() }),
  () => z.array(z.string()),
  () => z.array(z.string()).max(5),
  () => z.tuple([z.string(), z.number()]),
  () => z.union([z.string(), z.number()]),
  () =>
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
  () => z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
  () => z.enum(['a', 'b']),
  () => z.enum(['a', 'c']),
  () => z.literal('a'),
  () => z.record(z.string(), z.number()),
  () => z.iso.date(),
  () => z.iso.datetime(),
  () => tree(z.string()),
  () => tree(z.number()),
];

test('every two of these schemas have different marks, and the same schema has the same one', () => {
  const marks = schemas.map((schema) => markOf(schema()));
  expect(new Set(marks).size).toBe(schemas.length);
  expect(schemas.map((schema) => markOf(schema()))).toEqual(marks);
  expect(marks[0]).toMatch(/^[0-9a-f]{16}$/);
});

test('schemas of zod/mini have the marks of the same schemas of zod', () => {
  expect(markOf(mini.object({ a: mini.string().check(mini.minLength(2)) }))).toBe(
    markOf(z.object({ a: z.string().min(2) })),
  );
});

test('code, messages and the order of properties make no difference', () => {
  const plain = markOf(z.object({ a: z.string().min(2), b: z.number() }));
  expect(markOf(z.object({ b: z.number(), a: z.string().min(2, 'Too short!') }))).toBe(plain);
  const checked = (): string | null => markOf(z.string().refine((text) => text !== String(Math.random())));
  expect(checked()).toBe(checked());
  const now = (): string | null => markOf(z.number().default(() => performance.now()));
  expect(now()).toBe(now());
});

test('a route without schemas has none, and each place of a schema has its own', () => {
  const route: RouteConfig = { id: 'a', method: 'POST', path: '/a', handler: () => undefined };
  expect(markOfSchemas(route)).toBeNull();
  const text = z.object({ a: z.string() });
  const marks = (['params', 'query', 'body', 'response'] as const).map((place) =>
    markOfSchemas({ ...route, [place]: text }),
  );
  const responses = [201, 202].map((status) => markOfSchemas({ ...route, responses: { [status]: text } }));
  expect(new Set([...marks, ...responses]).size).toBe(6);
});
