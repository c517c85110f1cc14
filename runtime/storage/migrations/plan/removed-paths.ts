import type { ObjectChange } from './migration-dialect.js';

/**
 * Returns the paths of an object that a change removes: those that are removed or moved away, unless
 * something is written there.
 */
export function removedPaths(
  change: ObjectChange,
  written: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const kept = new Set(written.map((path) => path.join('.')));
  return [
    ...change.removes,
    ...change.moves.map(({ from }) => from),
    ...change.lists.map(({ from }) => from),
  ].filter((path) => !kept.has(path.join('.')));
}
