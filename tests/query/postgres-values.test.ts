/** Values on which two databases would differ by default: letters, areas, numbers. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { defineConfig } from '../../runtime/config/index.js';
import { equalCharacters } from '../../runtime/query/compile/letter-case.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { describePostgres } from '../support/services.js';
import { type ContentDatabase, openContentDatabase } from './support/content-database.js';
import { openPostgresContent, type PostgresContent } from './support/postgres-content.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'things',
        fields: [
          { name: 'text', type: 'text' },
          { name: 'number', type: 'number', index: true },
          { name: 'place', type: 'point' },
          {
            name: 'rows',
            type: 'array',
            fields: [
              { name: 'text', type: 'text' },
              { name: 'number', type: 'number' },
              { name: 'place', type: 'point' },
            ],
          },
        ],
      },
    ],
  }),
);

/** Longer than the text for which a pattern is used. */
const long = 'Lorem ipsum (dolor) [sit] amet, ÄÖÜ ß ſ K İ ı Σσς 100% _x_ \\ .*+?^$|{}#- '.repeat(4);
const texts = [
  '',
  ' ',
  'a\nb\tc',
  'Kelvin \u212a und k',
  'ſtreet',
  'ΣΊΣΥΦΟΣ',
  'dž Dž DŽ',
  'Ⅷ ⅷ',
  '\u{10400}\u{10428}',
  'ÀÉÎ',
  'a\u0301',
  '(a+)+$',
  '***=a',
  '(?i)x',
  '[[:alpha:]]',
  '\\d\\w',
  'back\\',
  '%_%',
  "'; DROP TABLE things; --",
  long,
  long.toUpperCase(),
  long.toLowerCase(),
  `${'x'.repeat(600)}${long}`,
];
const numbers = [0, -0, 5e-324, -5e-324, 1e-300, 1e308, -1.7976931348623157e308, 2 ** 53 - 1, 0.1, 0.1 + 0.2];
const corners = [
  -180, -90, -10, -1e-9, -1e-12, -1e-200, 0, 1e-200, 1e-60, 1e-12, 1e-9, 0.1, 5, 10, 45, 90, 180,
];

function documentsOfAll(): readonly JsonObject[] {
  const places = corners.flatMap((longitude) =>
    corners.filter((latitude) => Math.abs(latitude) <= 90).map((latitude) => [longitude, latitude]),
  );
  return places.map((place, index): JsonObject => {
    const own: Record<string, JsonValue> = {
      text: texts[index % texts.length] ?? null,
      number: numbers[index % numbers.length] ?? null,
      place,
    };
    return { id: `d${String(index).padStart(4, '0')}`, ...own, rows: [{ id: 'r', ...own }] };
  });
}

describePostgres('values on PostgreSQL and SQLite', (fresh) => {
  let sqlite: ContentDatabase;
  let postgres: PostgresContent;

  beforeAll(async () => {
    sqlite = openContentDatabase(contract);
    postgres = await openPostgresContent(contract, await fresh());
    const documents = documentsOfAll();
    for (const document of documents) sqlite.insert('things', document);
    await postgres.insert('things', documents);
  });

  afterAll(() => postgres.close());

  async function isTheSame(condition: JsonObject): Promise<number> {
    const [path = ''] = Object.keys(condition);
    let found = 0;
    for (const where of [condition, { [`rows.${path}`]: condition[path] ?? null }]) {
      const parameters = { where, sort: 'id', limit: 1000 };
      const expected = sqlite.list('things', parameters);
      expect({ where, ids: (await postgres.list('things', parameters)).ids }).toEqual({
        where,
        ids: expected.ids,
      });
      found += expected.ids.length;
    }
    return found;
  }

  test('contains finds every part of a text, in any case and of any length', async () => {
    const parts = texts.flatMap((text) => [text, text.slice(1, 9), text.slice(3, 200), text.toUpperCase()]);
    let found = 0;
    for (const needle of [...parts, `${long}?`, 'x'.repeat(601)]) {
      if (/\p{Surrogate}/u.test(needle)) continue;
      found += await isTheSame({ text: { contains: needle } });
      await isTheSame({ text: { not_contains: needle } });
    }
    expect(found).toBeGreaterThan(1_000);
  }, 240_000);

  test('contains finds a letter by each of its forms', async () => {
    for (const letter of 'aikszAIKSZßςσΣµÅåǅⅧ\u{10400}') {
      for (const form of equalCharacters(letter)) await isTheSame({ text: { contains: form } });
    }
  }, 120_000);

  test('numbers compare as doubles', async () => {
    for (const number of [...numbers, 0.5, 1e300]) {
      for (const operator of ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte'])
        await isTheSame({ number: { [operator]: number } });
      await isTheSame({ number: { in: [number, 7] } });
      await isTheSame({ number: { within: [number, 1e300] } });
    }
    for (const sort of ['number', 'number_desc']) {
      const parameters = { sort, limit: 7, cursor: '' };
      expect(await postgres.list('things', parameters)).toEqual(sqlite.list('things', parameters));
    }
  }, 120_000);

  const coordinate = fc.oneof(
    fc.constantFrom(...corners),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.integer({ min: -20, max: 20 }),
  );
  const latitude = coordinate.map((value) => value / (Math.abs(value) > 90 ? 2 : 1));
  const position = fc.tuple(coordinate, latitude);
  const ring = fc
    .array(position, { minLength: 3, maxLength: 8 })
    .map((positions) => [...positions, positions[0] ?? [0, 0]]);

  test('areas hold the same points', async () => {
    const area = fc.oneof(
      fc.array(ring, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: 'Polygon', coordinates })),
      fc.record({
        center: position,
        radius: fc.oneof(
          fc.constantFrom(0, 1e-5, 1, 111_195, 20_015_115),
          fc.double({ min: 0, max: 2e7, noNaN: true }),
        ),
      }),
      fc
        .tuple(coordinate, latitude, coordinate, latitude)
        .map(([west, south, east, north]) => [west, Math.min(south, north), east, Math.max(south, north)]),
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(area, async (within) => {
        found += await isTheSame({ place: { within } });
      }),
      { seed: 4, numRuns: 150 },
    );
    expect(found).toBeGreaterThan(1_000);
  }, 240_000);
});
