/**
 * Finds patterns of the config whose time can grow far faster than the text that they are matched against.
 */
import { isPlainObject, type PlainObject } from '../../runtime/config/validate/checks.js';
import { fieldEntries } from '../../runtime/config/validate/field-entries.js';
import {
  type ConfigIssue,
  createProblems,
  inside,
  type Keys,
  named,
  type Place,
  root,
} from '../../runtime/config/validate/problem.js';
import type { Growth } from './pattern-growth.js';

/**
 * Returns the patterns that backtrack (OWASP: Regular expression Denial of Service): one request with a long
 * text could block the process with them. Each needs a sufficiently low `maxLength`, or
 * `unsafePattern: true`.
 *
 * The check runs when a config is loaded and not when a server starts: it needs a library that only the
 * command line has. Values that are not a config are left to the other checks.
 */
export async function slowPatterns(config: unknown): Promise<readonly ConfigIssue[]> {
  const problems = createProblems();
  const found = isPlainObject(config) ? [...patternsOf(config)] : [];
  if (found.length === 0) return problems.all;
  const { patternGrowth } = await import('./pattern-growth.js');
  for (const { pattern, maxLength, isListed, place } of found) {
    const growth = patternGrowth(pattern);
    if (growth === null) continue;
    const max = maxLengthFor(growth, isListed);
    if (typeof maxLength === 'number' && maxLength <= max) continue;
    const bounded = max === 0 ? '' : `give maxLength (at most ${max} here), `;
    problems.add(
      place,
      `can take ${growth.kind} time on a text that does not match: ${bounded}` +
        'write a pattern that matches each text in one way only, or set unsafePattern: true',
    );
  }
  return problems.all;
}

/**
 * Max lengths at which a text is rejected within about a second, by the degree of the pattern's growth (the
 * first is for degree 2). They are lower for lists: a body of 1 MiB has room for many short texts in a list
 * or in rows.
 */
const singleLengths = [1000, 200, 50] as const;
const listedLengths = [100, 30] as const;
/** Max length for exponential patterns and higher degrees. */
const shortLength = 20;

function maxLengthFor({ degree }: Growth, isListed: boolean): number {
  const place = Math.max(0, degree - 2);
  return isListed ? (listedLengths[place] ?? 0) : (singleLengths[place] ?? shortLength);
}

interface FoundPattern {
  readonly pattern: string | RegExp;
  readonly maxLength: unknown;
  /** Whether the text is in a list or in rows. */
  readonly isListed: boolean;
  readonly place: Place;
}

function* patternsOf(config: PlainObject): Iterable<FoundPattern> {
  for (const list of ['collections', 'globals'] as const) {
    for (const [position, owner] of entriesOf(config[list])) {
      const place = named(inside(root, list), position, nameOf(owner['slug']), null);
      yield* patternsIn(owner['fields'], inside(place, 'fields'), { depth: 0, inRows: false });
    }
  }
}

/** A config that nests deeper is refused by other checks, or contains itself. */
const maxDepth = 64;

interface Level {
  readonly depth: number;
  readonly inRows: boolean;
}

function* patternsIn(fields: unknown, list: Place, { depth, inRows }: Level): Iterable<FoundPattern> {
  if (depth > maxDepth) return;
  for (const { keys, field } of fieldEntries(fields)) {
    const place = fieldPlace(list, keys, field['name']);
    const { pattern, maxLength, unsafePattern, hasMany } = field;
    if ((typeof pattern === 'string' || pattern instanceof RegExp) && unsafePattern !== true)
      yield { pattern, maxLength, isListed: inRows || hasMany === true, place: inside(place, 'pattern') };
    const level = { depth: depth + 1, inRows: inRows || field['type'] !== 'group' };
    yield* patternsIn(field['fields'], inside(place, 'fields'), level);
    const blocks = inside(place, 'blocks');
    for (const [index, block] of entriesOf(field['blocks'])) {
      const at = fieldPlace(blocks, [index], block['slug']);
      yield* patternsIn(block['fields'], inside(at, 'fields'), level);
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
