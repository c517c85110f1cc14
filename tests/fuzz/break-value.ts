/** Takes a valid value, and breaks it in one place. */
import type { Random } from './random.js';

const strangers: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  "'; DROP TABLE articles; --",
  '%',
  'x'.repeat(20_000),
  '9'.repeat(400),
  [],
  {},
  [[[[[]]]]],
  ['a', 1, null],
  { constructor: { prototype: {} } },
  { equals: null },
  { in: [] },
  { id: 'x', collection: 'none' },
  '2026-02-30',
  '0000-00-00T00:00:00Z',
];

const keys: readonly [string, ...string[]] = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  '_revision',
  '_status',
  '_pending',
  'createdAt',
  '_doc',
  'role',
  'passwordHash',
  '',
  'unknown',
  'AND',
  'k'.repeat(3000),
];

/** Returns a copy of the value with one part removed, renamed, replaced or multiplied. */
export function broken(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) return brokenList(value, random);
  if (isRecord(value) && random.chance(0.9)) return brokenObject(value, random);
  return random.pick(strangers);
}

function brokenList(list: readonly unknown[], random: Random): unknown {
  const at = random.int(list.length - 1);
  if (random.chance(0.3)) return Array.from({ length: 300 }, () => list[at]);
  if (random.chance(0.2)) return list.toSpliced(at, 1);
  return list.with(at, broken(list[at], random));
}

function brokenObject(value: Readonly<Record<string, unknown>>, random: Random): unknown {
  const names = Object.keys(value);
  const name = random.pickOr(names, '');
  if (names.length === 0 || random.chance(0.2)) {
    // A plain assignment would set the prototype.
    return Object.fromEntries([...Object.entries(value), [random.pick(keys), random.pick(strangers)]]);
  }
  if (random.chance(0.2)) {
    return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  }
  return { ...value, [name]: broken(value[name], random) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Texts that are no JSON, or JSON of which parsers think differently. */
export const brokenTexts: readonly [string, ...string[]] = [
  '',
  '{',
  'null',
  '"text"',
  '1',
  '[1,2',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"title":"\\ud800"}',
  '{"title":1e999}',
  "{'a':1}",
  `${'['.repeat(500)}${']'.repeat(500)}`,
  `{"extra":${'{"a":'.repeat(90)}1${'}'.repeat(90)}}`,
  `{${Array.from({ length: 12_000 }, (_, index) => `"k${index}":1`).join()}}`,
];
