/** What references may name: the fields of every collection, as far as they are valid. */
import type { FieldConfig } from '../field-config.js';
import { isPlainObject, type PlainObject } from './checks.js';
import { fieldEntries } from './field-entries.js';
import { fieldRules } from './field-options.js';
import { inside, named, namedAt, type Place } from './problem.js';

export interface OutlineField {
  readonly path: string;
  readonly type: string;
  readonly config: PlainObject;
  readonly place: Place;
  /** Path of the enclosing group; empty at the root. */
  readonly group: string;
  /** Inside rows of `array` or `blocks`. */
  readonly inRows: boolean;
}

/** A collection or global. */
export interface Outline {
  readonly slug: string;
  readonly config: PlainObject;
  readonly place: Place;
  /**
   * Fields by path. The path of a field in a block contains the block's slug, which no reference can name.
   */
  readonly fields: ReadonlyMap<string, OutlineField>;
}

/** Whether the config computes the values of a field. */
export function isVirtual(config: PlainObject): boolean {
  return config['virtual'] !== undefined;
}

/** What a message calls a field: `a list in a text field inside rows`. */
export function kindOf({ type, config, inRows }: Pick<OutlineField, 'type' | 'config' | 'inRows'>): string {
  const list = config['hasMany'] === true ? 'a list in a ' : 'a ';
  return `${list}${isVirtual(config) ? 'virtual ' : ''}${type} field${inRows ? ' inside rows' : ''}`;
}

/** Outlines the collections or globals of a config. Of equal slugs the first one is used. */
export function outlineDocuments(list: unknown, place: Place): ReadonlyMap<string, Outline> {
  const outlines = new Map<string, Outline>();
  if (!Array.isArray(list)) return outlines;
  for (const [position, config] of Array.from<unknown>(list).entries()) {
    if (!isPlainObject(config) || typeof config['slug'] !== 'string') continue;
    const { slug } = config;
    const own = named(place, position, slug, null);
    const fields = new Map<string, OutlineField>();
    outlineFields(
      config['fields'],
      { place: inside(own, 'fields'), group: '', inRows: false, around: [] },
      fields,
    );
    if (!outlines.has(slug)) outlines.set(slug, { slug, config, place: own, fields });
  }
  return outlines;
}

/** The outline of built-in fields. */
export function outlineOf(
  fields: readonly FieldConfig[],
  place: Place,
): readonly (readonly [string, OutlineField])[] {
  return fields.map((field) => [
    field.name,
    { path: field.name, type: field.type, config: { ...field }, place, group: '', inRows: false },
  ]);
}

interface Spot {
  readonly place: Place;
  readonly group: string;
  readonly inRows: boolean;
  readonly around: readonly unknown[];
}

/** A larger config is refused anyway. */
const maxFields = 50_000;

function outlineFields(list: unknown, spot: Spot, fields: Map<string, OutlineField>): void {
  if (!Array.isArray(list) || spot.around.includes(list)) return;
  for (const { keys, field: config } of fieldEntries(list)) {
    if (spot.around.includes(config) || fields.size >= maxFields) continue;
    const { name, type } = config;
    if (typeof name !== 'string' || typeof type !== 'string' || !fieldRules.has(type)) continue;
    const path = spot.group === '' ? name : `${spot.group}.${name}`;
    const { place: above, group, inRows } = spot;
    const holder = above.subject ? `${above.path}.${above.subject}` : above.path;
    const place = namedAt({ ...above, path: holder }, keys, name);
    const field = { path, type, config, place, group, inRows };
    fields.set(path, fields.get(path) ?? field);
    const around = [...spot.around, list, config];
    outlineInner(field, around, fields);
  }
}

function outlineInner(
  field: OutlineField,
  around: readonly unknown[],
  fields: Map<string, OutlineField>,
): void {
  const { type, config, path, place } = field;
  const inRows = field.inRows || type !== 'group';
  if (type === 'group' || type === 'array') {
    outlineFields(config['fields'], { place: inside(place, 'fields'), group: path, inRows, around }, fields);
  }
  if (type !== 'blocks' || !Array.isArray(config['blocks'])) return;
  const blocks = inside(place, 'blocks');
  for (const [position, block] of Array.from<unknown>(config['blocks']).entries()) {
    if (!isPlainObject(block) || around.includes(block)) continue;
    const slug = String(block['slug']);
    const own = named({ ...blocks, path: `${blocks.path}.blocks` }, position, slug, '');
    // `[hero]` separates the paths of blocks from those that a reference can write.
    const spot = { place: inside(own, 'fields'), group: `${path}[${slug}]`, inRows: true };
    outlineFields(block['fields'], { ...spot, around: [...around, block] }, fields);
  }
}
