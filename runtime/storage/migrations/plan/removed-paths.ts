import type { ObjectChange } from './migration-dialect.js';

/** Paths of an object that go with a change: what is removed or moved away, unless something is written there. */
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
