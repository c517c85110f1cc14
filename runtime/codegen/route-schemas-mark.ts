import { createHash } from 'node:crypto';
import type { RouteConfig } from '../config/route-config.js';

/**
 * A mark of the schemas of a route, so that a server refuses to start with generated code that describes
 * other ones. Null for a route without schemas.
 *
 * It is made of what a schema of zod 4 says of itself, since zod is not loaded here, and only of what all
 * versions of zod 4 say alike. Code has no mark: what refinements, transforms and defaults do is not in the
 * generated code either.
 */
export function markOfSchemas({ params, query, body, response, responses }: RouteConfig): string | null {
  const all = { params, query, body, response, responses };
  if (Object.values(all).every((schema) => schema === undefined)) return null;
  const text = JSON.stringify(canonical(all, new Map()));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The parts of the definition of a schema or of a check that make a difference. */
const parts: ReadonlySet<string> = new Set([
  // What it is
  ...['type', 'check', 'format', 'coerce'],
  // What it is made of
  ...['shape', 'catchall', 'element', 'items', 'rest', 'options', 'discriminator', 'left', 'right'],
  ...['keyType', 'valueType', 'innerType', 'in', 'out', 'entries', 'values', 'checks', 'property', 'schema'],
  // The limits of checks
  ...['value', 'inclusive', 'minimum', 'maximum', 'length', 'size', 'pattern'],
  ...['prefix', 'suffix', 'includes', 'mime'],
]);

type Seen = Map<object, number>;

function canonical(value: unknown, seen: Seen): unknown {
  if (typeof value === 'bigint' || value instanceof RegExp) return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Set) return [...value].map((each) => canonical(each, seen));
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (Array.isArray(value)) return value.map((each) => canonical(each, seen));
  return '_zod' in value ? definition(value, seen) : sorted(Object.entries(value), seen);
}

/** A schema that refers to itself is named by its position. */
function definition(schema: object & { readonly _zod: unknown }, seen: Seen): unknown {
  const before = seen.get(schema);
  if (before !== undefined) return { again: before };
  seen.set(schema, seen.size);
  const { def = {} } = schema._zod as { readonly def?: Definition };
  // A named format has its pattern from zod, and that may change from version to version.
  const isNamed = typeof def.format === 'string' && def.format !== 'regex';
  const entries = Object.keys(def)
    .filter((name) => parts.has(name) && !(isNamed && name === 'pattern'))
    .map((name) => [name, def[name]] as const);
  // Evaluated, since `z.lazy` has nothing else that says what it is.
  const inner =
    def.type === 'lazy' && typeof def.getter === 'function' ? [['inner', def.getter()] as const] : [];
  return sorted([...entries, ...inner], seen);
}

interface Definition {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly getter?: unknown;
  readonly [part: string]: unknown;
}

function sorted(entries: readonly (readonly [string, unknown])[], seen: Seen): object {
  const ordered = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(ordered.map(([name, part]) => [name, canonical(part, seen)]));
}
