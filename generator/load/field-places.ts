/** Walks through the fields of a config, of which some parts may be wrong. */
import { isPlainObject, type PlainObject } from '../../runtime/config/validate/checks.js';
import { fieldEntries } from '../../runtime/config/validate/field-entries.js';
import { inside, type Keys, named, type Place, root } from '../../runtime/config/validate/problem.js';

export interface PlacedField {
  readonly field: PlainObject;
  readonly place: Place;
  /** Whether it is in rows. */
  readonly isInRows: boolean;
}

/** All fields of collections and globals, also inside of groups, rows and blocks. */
export function* fieldPlaces(config: PlainObject): Iterable<PlacedField> {
  for (const list of ['collections', 'globals'] as const) {
    for (const [position, owner] of entriesOf(config[list])) {
      const place = named(inside(root, list), position, nameOf(owner['slug']), null);
      yield* fieldsIn(owner['fields'], inside(place, 'fields'), { depth: 0, isInRows: false });
    }
  }
}

/** A config that nests deeper is refused by other checks, or contains itself. */
const maxDepth = 64;

interface Level {
  readonly depth: number;
  readonly isInRows: boolean;
}

function* fieldsIn(fields: unknown, list: Place, { depth, isInRows }: Level): Iterable<PlacedField> {
  if (depth > maxDepth) return;
  for (const { keys, field } of fieldEntries(fields)) {
    const place = fieldPlace(list, keys, field['name']);
    yield { field, place, isInRows };
    const level = { depth: depth + 1, isInRows: isInRows || field['type'] !== 'group' };
    yield* fieldsIn(field['fields'], inside(place, 'fields'), level);
    const blocks = inside(place, 'blocks');
    for (const [index, block] of entriesOf(field['blocks'])) {
      const at = fieldPlace(blocks, [index], block['slug']);
      yield* fieldsIn(block['fields'], inside(at, 'fields'), level);
    }
  }
}

function fieldPlace(list: Place, keys: Keys, name: unknown): Place {
  const path = list.subject ? `${list.path}.${list.subject}` : list.path;
  const [position = 0, ...outer] = keys.toReversed();
  const holder = { ...list, path, keys: [...list.keys, ...outer.reverse()] };
  return named(holder, Number(position), nameOf(name), '');
}

function entriesOf(list: unknown): readonly (readonly [number, PlainObject])[] {
  if (!Array.isArray(list)) return [];
  return Array.from<unknown>(list).flatMap((entry, position) =>
    isPlainObject(entry) ? [[position, entry] as const] : [],
  );
}

function nameOf(name: unknown): string | null {
  return typeof name === 'string' && name !== '' ? name : null;
}
