import { scalarSchemas } from '../../fields/index.js';
import { type OpenApiDocument, referenceName, type Schema } from './openapi-document.js';
import { typeNames } from './type-parts.js';

const samples: Readonly<Record<string, string>> = {
  uuid: '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10',
  'date-time': '2026-05-17T09:30:00.000Z',
  date: '2026-05-17',
  email: 'name@example.com',
  uri: 'https://example.com/',
  ...Object.fromEntries(
    Object.values(scalarSchemas).flatMap(({ format, example }) =>
      format === undefined ? [] : [[format, String(example)]],
    ),
  ),
};

/** Max depth to which related schemas are followed; deeper values are left empty. */
const maxDepth = 6;

/**
 * Values for the properties of schemas, by the schema's name, where better ones are known than a type gives.
 */
export type KnownValues = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Returns a value that fits a schema, to show an example response. */
export function sampleOf(
  schema: Schema,
  document: Pick<OpenApiDocument, 'components'>,
  known: KnownValues = new Map(),
): unknown {
  return sample(schema, 0);

  function sample(part: Schema, depth: number): unknown {
    if (part.$ref !== undefined) return sampleNamed(referenceName(part.$ref), depth);
    if (part.default !== undefined) return part.default;
    if (part.enum) return part.enum[0];
    const [first] = part.anyOf ?? [];
    return first ? sample(first, depth) : sampleOfType(part, depth);
  }

  function sampleNamed(name: string, depth: number): unknown {
    const target = document.components?.schemas?.[name];
    if (!target || depth >= maxDepth) return null;
    const value = sample(target, depth + 1);
    return overlaid(value, known.get(name) ?? {});
  }

  function sampleOfType(part: Schema, depth: number): unknown {
    const [type] = typeNames(part);
    switch (type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(part.properties ?? {}).map(([name, inner]) => [name, sample(inner, depth)]),
        );
      case 'array':
        return sampleList(part, depth);
      case 'string':
        return samples[part.format ?? ''] ?? 'text';
      case 'integer':
      case 'number':
        return Math.max(1, part.minimum ?? 1);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  function sampleList({ items, prefixItems, minItems = 1 }: Schema, depth: number): readonly unknown[] {
    if (prefixItems) return prefixItems.map((part) => sample(part, depth));
    return items ? Array.from({ length: Math.max(1, minItems) }, () => sample(items, depth)) : [];
  }
}

function overlaid(value: unknown, better: Readonly<Record<string, unknown>>): unknown {
  return typeof value === 'object' && value !== null ? { ...value, ...better } : value;
}
