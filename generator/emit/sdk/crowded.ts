import type { Ir } from '../../ir/ir.js';
import { type PathEntry, pathsOf } from './paths.js';

/**
 * As many paths as an editor completes without a pause, and a tenth of the compiler's limit for one union.
 */
const maxPaths = 10_000;

/**
 * Max number of relations in the paths of a filter (docs/spec/contract.md#conditions), and in typed paths of
 * a selection.
 */
const filterDepth = 3;
const selectDepth = 2;

/**
 * Slugs of the collections whose relations lead to too many paths to list: the most connected ones, until the
 * paths of every collection and global are few enough.
 */
export function findCrowded(ir: Ir): ReadonlySet<string> {
  const paths = new Map(ir.collections.map(({ descriptor, fields }) => [descriptor.slug, pathsOf(fields)]));
  const roots = [...paths.values(), ...ir.globals.map(({ fields }) => pathsOf(fields))];
  const byLinks = [...paths].sort(([, left], [, right]) => linkCount(right) - linkCount(left));
  const crowded = new Set<string>();
  for (const [slug] of byLinks) {
    const filters = pathCounter(paths, { crowded, throughJoins: false });
    const selections = pathCounter(paths, { crowded, throughJoins: true });
    const areFew = (entries: readonly PathEntry[]): boolean =>
      filters(entries, filterDepth) <= maxPaths && selections(entries, selectDepth) <= maxPaths;
    if (roots.every(areFew)) break;
    crowded.add(slug);
  }
  return crowded;
}

interface CountOptions {
  readonly crowded: ReadonlySet<string>;
  readonly throughJoins: boolean;
}

type CountPaths = (entries: readonly PathEntry[], depth: number) => number;

/** Counts the paths from given entries on through `depth` relations. */
function pathCounter(
  paths: ReadonlyMap<string, readonly PathEntry[]>,
  { crowded, throughJoins }: CountOptions,
): CountPaths {
  const known = new Map<string, number>();
  const countIn = (slug: string, depth: number): number => {
    if (crowded.has(slug)) return 1;
    const place = `${depth} ${slug}`;
    const count = known.get(place) ?? countFrom(paths.get(slug) ?? [], depth);
    known.set(place, count);
    return count;
  };
  const countFrom: CountPaths = (entries, depth) => {
    const targets = entries.filter(({ isJoin }) => throughJoins || !isJoin).flatMap((entry) => entry.targets);
    const counts = depth === 0 ? [] : targets.map((slug) => countIn(slug, depth - 1));
    return counts.reduce((sum, count) => sum + count, entries.length);
  };
  return countFrom;
}

function linkCount(entries: readonly PathEntry[]): number {
  return entries.reduce((sum, { targets }) => sum + targets.length, 0);
}
