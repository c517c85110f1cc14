import { collectionsOf } from '../config/collections-of.js';
import { fieldsOf } from '../config/fields-of.js';
import type { FieldsConfig } from '../config/layout-config.js';
import type { ServiceConfig } from '../config/service-config.js';

/** The former names in a config. They are not part of the contract: only migrations use them. */
export interface Renames {
  /** Former owner by owner: `articles` → `posts`, `globals.site` → `globals.home`. */
  readonly owners: ReadonlyMap<string, string>;
  /** For each owner, the former names of its fields, by their path (with the slugs of blocks). */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Every `renamedFrom` of a config. */
export function describeRenames(config: ServiceConfig): Renames {
  const owners = new Map<string, string>();
  const fields = new Map<string, ReadonlyMap<string, string>>();
  const documents = [
    ...collectionsOf(config).map((document) => ({ document, prefix: '' })),
    ...(config.globals ?? []).map((document) => ({ document, prefix: 'globals.' })),
  ];
  for (const { document, prefix } of documents) {
    const owner = `${prefix}${document.slug}`;
    if (document.renamedFrom !== undefined) owners.set(owner, `${prefix}${document.renamedFrom}`);
    fields.set(owner, new Map(fieldRenames(document.fields, '')));
  }
  return { owners, fields };
}

function fieldRenames(fields: FieldsConfig, prefix: string): readonly (readonly [string, string])[] {
  return fieldsOf(fields).flatMap((field): readonly (readonly [string, string])[] => {
    const path = `${prefix}${field.name}`;
    const own = field.renamedFrom === undefined ? [] : [[path, field.renamedFrom] as const];
    if (field.type === 'group' || field.type === 'array')
      return [...own, ...fieldRenames(field.fields, `${path}.`)];
    if (field.type !== 'blocks') return own;
    return [...own, ...field.blocks.flatMap((block) => fieldRenames(block.fields, `${path}.${block.slug}.`))];
  });
}
