import { markdownToInlineHtml } from './markdown.js';
import type { Schema } from './openapi-document.js';
import { type TypePart, typeNames, typeParts } from './type-parts.js';

/** A property, parameter or header as a row of the page. */
export interface PropertyRow {
  readonly name: string;
  readonly type: readonly TypePart[];
  readonly required: boolean;
  /** Rules beyond the type: `1 to 200 characters`. */
  readonly rules: readonly string[];
  /** HTML. */
  readonly description: string;
  /** Rows of an object, or of the objects in a list. */
  readonly rows: readonly PropertyRow[];
}

/** The properties of an object schema. */
export function propertyRows({
  properties = {},
  patternProperties = {},
  required = [],
}: Schema): readonly PropertyRow[] {
  return [
    ...Object.entries(properties).map(([name, schema]) =>
      propertyRow(schema, { name, isRequired: required.includes(name) }),
    ),
    ...Object.entries(patternProperties).map(([pattern, schema]) =>
      propertyRow(schema, { name: `/${pattern}/`, isRequired: false }),
    ),
  ];
}

/** The row of one property, of a parameter or of a header. */
export function propertyRow(
  schema: Schema,
  { name, isRequired }: { readonly name: string; readonly isRequired: boolean },
): PropertyRow {
  return {
    name,
    type: typeParts(schema),
    required: isRequired,
    rules: rulesOf(schema),
    description: markdownToInlineHtml(schema.description ?? ''),
    rows: innerObjects(schema).flatMap(propertyRows),
  };
}

/** Inline objects of a schema: those that are not a reference to a schema of their own. */
function innerObjects(schema: Schema): readonly Schema[] {
  if (schema.properties) return [schema];
  if (schema.items) return innerObjects(schema.items);
  return schema.anyOf?.flatMap(innerObjects) ?? [];
}

function rulesOf(schema: Schema): readonly string[] {
  const rules = [
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    range(shownBound(schema, schema.minimum), shownBound(schema, schema.maximum), ''),
    // A format implies its pattern.
    schema.pattern === undefined || schema.format !== undefined ? null : `matches /${schema.pattern}/`,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
    ...(schema.items && !schema.items.$ref ? rulesOf(schema.items).map((rule) => `each ${rule}`) : []),
  ];
  return rules.filter((rule) => rule !== null);
}

/** The bounds of all integers that JSON represents exactly tell nothing about a field. */
function shownBound(schema: Schema, bound: number | undefined): number | undefined {
  const isGeneral = typeNames(schema).includes('integer') && Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER;
  return isGeneral ? undefined : bound;
}

function range(from: number | undefined, to: number | undefined, unit: string): string | null {
  const bounds = boundsText(from, to);
  if (bounds === null || unit === '') return bounds;
  return `${bounds} ${unit}${(to ?? from) === 1 ? '' : 's'}`;
}

function boundsText(from: number | undefined, to: number | undefined): string | null {
  if (from === undefined) return to === undefined ? null : `at most ${to}`;
  if (to === undefined) return `at least ${from}`;
  return from === to ? `exactly ${from}` : `${from} to ${to}`;
}
