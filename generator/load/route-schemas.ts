import type { RouteConfig, RouteSchema } from '../../runtime/config/route-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ConfigIssue, Keys } from '../../runtime/config/validate/validate-config.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';

/** The schemas of a route as JSON Schema 2020-12. */
export interface RouteJsonSchemas {
  readonly params: JsonObject | null;
  readonly query: JsonObject | null;
  readonly body: JsonObject | null;
  /** By status; null: a response without a body. */
  readonly responses: Readonly<Record<string, JsonObject | null>>;
}

export interface FoundRouteSchemas {
  /** In the order of the routes. */
  readonly schemas: readonly RouteJsonSchemas[];
  readonly problems: readonly ConfigIssue[];
}

type ToJsonSchema = (schema: RouteSchema, io: 'input' | 'output') => JsonObject;

/** Turns the schemas of routes into JSON Schema. zod is loaded only where there are routes. */
export async function readRouteSchemas({ routes = [] }: ServiceConfig): Promise<FoundRouteSchemas> {
  if (routes.length === 0) return { schemas: [], problems: [] };
  const { toJSONSchema } = await import('zod');
  const convert: ToJsonSchema = (schema, io) =>
    // A schema of the config may be of another copy of zod 4, whose type is another one.
    cleaned(toJSONSchema(schema as unknown as Parameters<typeof toJSONSchema>[0], { io }) as JsonObject);
  const problems: ConfigIssue[] = [];
  const schemas = routes.map((route, position) => schemasOf(route, position, { convert, problems }));
  return { schemas, problems };
}

interface Conversion {
  readonly convert: ToJsonSchema;
  readonly problems: ConfigIssue[];
}

function schemasOf(
  route: RouteConfig,
  position: number,
  { convert, problems }: Conversion,
): RouteJsonSchemas {
  function of(name: 'params' | 'query' | 'body' | 'response'): JsonObject | null {
    return attempt(route[name], [name], name === 'response' ? 'output' : 'input');
  }
  function attempt(schema: RouteSchema | undefined, keys: Keys, io: 'input' | 'output'): JsonObject | null {
    if (schema === undefined) return null;
    try {
      return convert(schema, io);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `cannot be written as JSON Schema: ${why.replace(/\.$/, '')}.`;
      problems.push({
        keys: ['routes', position, ...keys],
        path: ['routes', route.id, ...keys].join('.'),
        message,
      });
      return null;
    }
  }
  const { responses } = route;
  return {
    params: of('params'),
    query: of('query'),
    body: of('body'),
    responses:
      responses === undefined
        ? route.response === undefined
          ? { 204: null }
          : { 200: of('response') }
        : Object.fromEntries(
            Object.entries(responses).map(([status, schema]) => [
              status,
              attempt(schema, ['responses', status], 'output'),
            ]),
          ),
  };
}

/**
 * Without what zod adds and nobody has asked for: the bounds of safe integers, and the pattern of a format
 * that has a name.
 */
function cleaned(schema: JsonObject): JsonObject {
  const rest = Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '~standard');
  return cleanedValue(Object.fromEntries(rest)) as JsonObject;
}

function cleanedValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(cleanedValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as JsonObject).filter(
    ([name, part]) => !isNoise(name, part, value as JsonObject),
  );
  return Object.fromEntries(entries.map(([name, part]) => [name, cleanedValue(part)]));
}

function isNoise(name: string, part: JsonValue, { type, format }: JsonObject): boolean {
  if (name === 'maximum') return part === Number.MAX_SAFE_INTEGER && type === 'integer';
  if (name === 'minimum') return part === Number.MIN_SAFE_INTEGER && type === 'integer';
  return name === 'pattern' && typeof part === 'string' && typeof format === 'string';
}
