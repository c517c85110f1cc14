/** Random bodies of documents: public values from one source of randomness, secret ones from another. */

import type { FieldConfig } from '../../runtime/config/field-config.js';
import { fieldsOf } from '../../runtime/config/fields-of.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import type { Random } from '../fuzz/random.js';

export interface BodySources {
  /** Public values and which fields there are: the same for both worlds. */
  readonly random: Random;
  /** Values of fields that the requester may not read. */
  readonly secrets: Random;
  /** A document of a collection, or null. `keeps`: the reference may forbid or cause a deletion. */
  target(slug: string, keeps: boolean): string | null;
  /** A value for a unique field that no other document has. */
  unique(): string;
}

const titles = ['Alpha', 'Beta', 'Gamma', 'Alpha beta', 'Émile', 'ΟΔΟΣ'] as const;
export const texts = ['alpha', 'Beta', 'x', '', '100%', 'ß'] as const;

/** A body with some of the fields, always those that are required. */
export function randomBody(fields: readonly FieldConfig[], sources: BodySources): JsonObject {
  const { random } = sources;
  return Object.fromEntries(
    fields
      .filter((field) => field.type !== 'join' && field.name !== 'slug' && field.name !== 'open')
      .filter((field) => field.name === 'title' || random.chance(0.6))
      .map((field) => [field.name, fieldValue(field, sources)]),
  );
}

function fieldValue(field: FieldConfig, sources: BodySources): JsonValue {
  const { random, secrets } = sources;
  switch (field.type) {
    case 'text':
      if (field.name === 'secret') return `secret ${secrets.int(1_000_000_000)}`;
      if (field.name === 'title') return random.pick(titles);
      if (field.name === 'code') return sources.unique();
      return field.hasMany ? [random.pick(texts)] : random.pick(texts);
    case 'number':
      return random.int(9);
    case 'date':
      return random.pick(['2026-01-01', '2024-02-29']);
    case 'group':
      return randomBody(fieldsOf(field.fields), sources);
    case 'array':
      return Array.from({ length: random.int(2) }, () => randomBody(fieldsOf(field.fields), sources));
    case 'blocks':
      return Array.from({ length: random.int(2) }, () => {
        const block = random.pickOr(field.blocks, null);
        return { blockType: block?.slug ?? '', ...randomBody(fieldsOf(block?.fields ?? []), sources) };
      });
    case 'relationship':
      return references(field, sources);
    default:
      return null;
  }
}

type RelationConfig = Extract<FieldConfig, { readonly type: 'relationship' }>;

/** Whether a reference may forbid or cause a deletion. */
export function keepsTarget({ onDelete = 'set null' }: RelationConfig): boolean {
  return onDelete !== 'set null';
}

function references(field: RelationConfig, { random, target }: BodySources): JsonValue {
  const { to, hasMany: isList = false } = field;
  const one = (): JsonValue => {
    const slug = typeof to === 'string' ? to : random.pickOr(to, '');
    const id = target(slug, keepsTarget(field));
    return id === null || typeof to === 'string' ? id : { collection: slug, id };
  };
  if (!isList) return one();
  const members = [one(), one()].filter((member) => member !== null).map((member) => JSON.stringify(member));
  return [...new Set(members)].map((member) => JSON.parse(member) as JsonValue);
}
