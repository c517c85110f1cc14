/**
 * Finds patterns of the config whose time can grow far faster than the text that they are matched against.
 */
import { isPlainObject, type PlainObject } from '../../runtime/config/validate/checks.js';
import {
  type ConfigIssue,
  createProblems,
  inside,
  type Place,
} from '../../runtime/config/validate/problem.js';
import { fieldPlaces } from './field-places.js';
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
  for (const { field, place, isInRows } of fieldPlaces(config)) {
    const { pattern, maxLength, unsafePattern, hasMany } = field;
    if ((typeof pattern === 'string' || pattern instanceof RegExp) && unsafePattern !== true)
      yield { pattern, maxLength, isListed: isInRows || hasMany === true, place: inside(place, 'pattern') };
  }
}
