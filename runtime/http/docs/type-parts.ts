import { referenceName, type Schema } from './openapi-document.js';

/** A part of a type as it is shown: text, optionally a link to a schema. */
export interface TypePart {
  readonly text: string;
  readonly href?: string;
}

/** Describes a schema briefly: `string or null`, `list of Post`. */
export function typeParts(schema: Schema): readonly TypePart[] {
  if (schema.$ref !== undefined) {
    const name = referenceName(schema.$ref);
    return [{ text: name, href: schemaAnchor(name) }];
  }
  if (schema.anyOf) return joined(schema.anyOf.map(typeParts), ' | ');
  if (schema.contentSchema) return [{ text: 'JSON of ' }, ...typeParts(schema.contentSchema)];
  if (schema.enum) return [{ text: schema.enum.map((option) => JSON.stringify(option)).join(' | ') }];
  const types = typeNames(schema);
  if (types.length === 0) return [{ text: 'any JSON' }];
  return joined(
    types.map((type) => (type === 'array' ? listParts(schema) : [{ text: wordFor(type, schema) }])),
    ' | ',
  );
}

/** Returns the anchor of a schema on the page. */
export function schemaAnchor(name: string): string {
  return `#schema-${name}`;
}

export function typeNames({ type }: Schema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function listParts({ items, prefixItems }: Schema): readonly TypePart[] {
  if (prefixItems) return [{ text: '[' }, ...joined(prefixItems.map(typeParts), ', '), { text: ']' }];
  if (!items || Object.keys(items).length === 0) return [{ text: 'list' }];
  const inner = typeParts(items);
  return items.anyOf ? [{ text: 'list of (' }, ...inner, { text: ')' }] : [{ text: 'list of ' }, ...inner];
}

function wordFor(type: string, { format }: Schema): string {
  return type === 'string' && format !== undefined ? format : type;
}

function joined(lists: readonly (readonly TypePart[])[], separator: string): readonly TypePart[] {
  return lists.flatMap((list, index) => (index === 0 ? list : [{ text: separator }, ...list]));
}
