/** The body schemas of the document and the emitted zod validators express the same rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emitValidators } from '../../generator/emit/validators.js';
import type { Ir, IrCollection, IrField, IrGlobal } from '../../generator/ir/ir.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { importEmitted } from '../support/emitted.js';
import { type BodyOperation, bodyOf } from '../support/openapi-bodies.js';
import { fixtureIr, openApiText } from '../support/openapi-fixture.js';
import { createSchemaCheck } from '../support/openapi-schemas.js';

interface Verdict {
  readonly zod: boolean;
  readonly schema: boolean;
}

test.each(['every-field', 'website'])('bodies of %s: schema and validator agree', async (fixture) => {
  const ir = await fixtureIr(fixture);
  const judge = await judges(ir);
  const documents: readonly (IrCollection | IrGlobal)[] = [...ir.collections, ...ir.globals];
  for (const document of documents) {
    for (const operation of operationsOf(document)) {
      let accepted = 0;
      fc.assert(
        fc.property(changedBody(document.fields, operation), (body) => {
          const { zod, schema } = judge(document, operation, body);
          if (zod) accepted += 1;
          expect({ body, schema }).toEqual({ body, schema: zod });
        }),
        { numRuns: 150, seed: 42 },
      );
      // Neither accepts or rejects every body.
      expect({ document: document.names.type, operation, some: accepted > 15 && accepted < 150 }).toEqual({
        document: document.names.type,
        operation,
        some: true,
      });
    }
  }
});

function operationsOf({ descriptor }: IrCollection | IrGlobal): readonly BodyOperation[] {
  return descriptor.kind === 'collection' ? ['Create', 'Update'] : ['Update'];
}

type Judge = (document: IrCollection | IrGlobal, operation: BodyOperation, body: JsonValue) => Verdict;

interface Validators {
  readonly [name: string]: { safeParse(body: unknown): { readonly success: boolean } };
}

async function judges(ir: Ir): Promise<Judge> {
  const document = JSON.parse(openApiText(ir)) as object;
  // The validator leaves it to the database to check which ids exist.
  const check = createSchemaCheck(document, { formats: { uuid: (id) => id !== '' } });
  const validators = (await importEmitted(emitValidators(ir), 'validators.ts')) as Validators;
  return ({ names }, operation, body) => ({
    zod: validators[names.constant + operation]?.safeParse(body).success ?? false,
    schema: check(`/components/schemas/${names.type}${operation}`, body).length === 0,
  });
}

/** A valid body, or one with a change in one position. */
function changedBody(fields: readonly IrField[], operation: BodyOperation): fc.Arbitrary<JsonValue> {
  return fc
    .tuple(
      bodyOf(fields, operation, () => fc.uuid()),
      fc.nat(),
      change,
      fc.boolean(),
    )
    .map(([body, place, how, asIs]) => (asIs ? body : changed(body, place, how)));
}

interface Change {
  readonly kind: 'replace' | 'remove' | 'add';
  readonly value: JsonValue;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
  value: fc.oneof(
    fc.constantFrom<JsonValue>(
      null,
      true,
      0,
      -1,
      1.5,
      7,
      1e300,
      '',
      'x',
      'y'.repeat(300),
      [],
      {},
      [null],
      ['x'],
      [1, 2],
    ),
    fc.constantFrom<JsonValue>(
      { collection: 'people' },
      { blockType: 'heading' },
      '2026-02-30',
      '😀'.repeat(80),
    ),
  ),
});

/** The body with a change at one of its positions, which are numbered. */
function changed(body: JsonValue, place: number, { kind, value }: Change): JsonValue {
  const places = placesIn(body, []);
  const path = places[place % places.length] ?? [];
  return changedAt(body, path);

  function changedAt(part: JsonValue, [key, ...rest]: readonly string[]): JsonValue {
    if (key === undefined) return kind === 'add' && isObject(part) ? { ...part, unknownField: value } : value;
    if (Array.isArray(part)) {
      const items = part as readonly JsonValue[];
      return items.map((item, index) => (String(index) === key ? changedAt(item, rest) : item));
    }
    if (!isObject(part)) return part;
    if (kind === 'remove' && rest.length === 0) {
      return Object.fromEntries(Object.entries(part).filter(([name]) => name !== key));
    }
    return { ...part, [key]: changedAt(part[key] ?? null, rest) };
  }
}

function placesIn(value: JsonValue, path: readonly string[]): readonly (readonly string[])[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([key, item]) => placesIn(item as JsonValue, [...path, key]))];
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
