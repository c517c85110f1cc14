/**
 * Fields that the requester may not change stay unchanged: random documents, random protected fields, random
 * changes. Accepted changes are merged like a PATCH, and then every protected value must be the same.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFieldRights } from '../../runtime/access/field-rights.js';
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import { mergeFields } from '../../runtime/documents/write/complete-value.js';
import { withinFieldRights } from '../../runtime/documents/write/fixed-fields.js';
import { isServiceError } from '../../runtime/errors/to-response.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../runtime/util/json.js';
import { createDice } from './dice.js';
import { anyValueOf, zoo } from './zoo.js';

const [animals] = zoo.collections;
if (animals === undefined) throw new Error('There are no animals.');
const { fields } = animals;

const documents = fc.record(Object.fromEntries(fields.map((field) => [field.name, anyValueOf(field)])));

/** Gives each row its own id: rows with duplicate ids are refused elsewhere. */
function withRowIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((row, position) =>
      isJsonObject(row) && 'id' in row && !('collection' in row)
        ? { ...(withRowIds(row) as JsonObject), id: `row${position}` }
        : row,
    );
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withRowIds(inner)]));
}

/**
 * A random change: each field is omitted, keeps the stored value or gets another one; rows keep their ids,
 * lose them, or change places.
 */
function change(
  own: readonly FieldDescriptor[],
  stored: JsonObject,
  other: JsonObject,
  dice: () => number,
): JsonObject {
  return Object.fromEntries(
    own.flatMap((field): readonly (readonly [string, JsonValue])[] => {
      const [before, next] = [stored[field.name] ?? null, other[field.name] ?? null];
      if (dice() < 0.6) return [];
      if (field.type === 'group') {
        const inner = change(field.fields, (before ?? {}) as JsonObject, (next ?? {}) as JsonObject, dice);
        return [[field.name, dice() < 0.05 ? null : inner]];
      }
      if (field.type !== 'array' && field.type !== 'blocks')
        return [[field.name, dice() < 0.7 ? before : next]];
      const rows = (before as readonly JsonObject[]).filter(() => dice() < 0.8);
      if (dice() < 0.3) rows.reverse();
      return [[field.name, rows.map((row) => changedRow(field, row, dice))]];
    }),
  );
}

function changedRow(field: FieldDescriptor, row: JsonObject, dice: () => number): JsonObject {
  const head = Object.fromEntries(Object.entries(row).filter(([key]) => key === 'id' || key === 'blockType'));
  const { id, ...rest } = { ...head, ...change(rowFields(field, row), row, row, dice) };
  return dice() < 0.1 ? rest : { id: id ?? null, ...rest };
}

function rowFields(field: FieldDescriptor, row: JsonObject): readonly FieldDescriptor[] {
  if (field.type === 'array') return field.fields;
  if (field.type !== 'blocks') return [];
  return field.blocks.find(({ slug }) => slug === row['blockType'])?.fields ?? [];
}

/** Compares the protected values, row by row for rows that still exist; new rows must have none. */
function compare(
  own: readonly FieldDescriptor[],
  fixed: ReadonlySet<FieldDescriptor>,
  after: JsonObject,
  before: JsonObject | null,
): void {
  for (const field of own) {
    const [now, then] = [after[field.name] ?? null, before?.[field.name] ?? null];
    if (field.type === 'group') {
      compare(
        field.fields,
        fixed,
        (now ?? {}) as JsonObject,
        before === null ? null : ((then ?? {}) as JsonObject),
      );
    } else if (fixed.has(field)) {
      const empty = Array.isArray(now) && now.length === 0 ? [] : null;
      expect({ path: field.path, value: now }).toEqual({
        path: field.path,
        value: before === null ? empty : then,
      });
    } else if (field.type === 'array' || field.type === 'blocks') {
      for (const row of now as readonly JsonObject[]) {
        const same = ((then ?? []) as readonly JsonObject[]).find(
          (one) => one['id'] === row['id'] && one['blockType'] === row['blockType'],
        );
        compare(rowFields(field, row), fixed, row, same ?? null);
      }
    }
  }
}

/** The same fields; a random share of them has an update list without any role. */
function listed(
  own: readonly FieldDescriptor[],
  share: number,
  dice: () => number,
): readonly FieldDescriptor[] {
  return own.map((field) => {
    const access = dice() < share ? { access: { update: [] } } : {};
    if (field.type === 'group' || field.type === 'array') {
      return { ...field, ...access, fields: listed(field.fields, share, dice) };
    }
    if (field.type === 'blocks') {
      const blocks = field.blocks.map((block) => ({ ...block, fields: listed(block.fields, share, dice) }));
      return { ...field, ...access, blocks };
    }
    return { ...field, ...access };
  });
}

test('a change that passes leaves every value that must not be changed', () => {
  let passed = 0;
  let refused = 0;
  fc.assert(
    fc.property(documents, documents, fc.nat(), (one, two, number) => {
      const dice = createDice(number);
      const collection = { ...animals, fields: listed(fields, dice() * 0.4, dice) };
      const rights = createFieldRights({ ...zoo, collections: [collection] }, () => false);
      const completion = { ids: () => `new${dice()}`, issues: [] };
      const stored = mergeFields(collection.fields, {
        stored: {},
        patch: withRowIds(one) as JsonObject,
        prefix: '',
        completion,
      });
      const patch = change(collection.fields, stored, withRowIds(two) as JsonObject, dice);
      let allowed: JsonObject;
      try {
        allowed = withinFieldRights(patch, {
          descriptor: collection,
          stored,
          access: { fields: rights } as never,
        });
      } catch (error) {
        if (!isServiceError(error) || error.code !== 'FORBIDDEN') throw error;
        refused += 1;
        return;
      }
      passed += 1;
      compare(
        collection.fields,
        rights.fixed,
        mergeFields(collection.fields, { stored, patch: allowed, prefix: '', completion }),
        stored,
      );
    }),
    { seed: 11, numRuns: 2_000 },
  );
  // Both must happen often, or this test proves nothing.
  expect(passed).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
});
