/**
 * Returns the paths of the objects that contain these paths, outer ones first. Each of them may still be
 * missing.
 */
export function enclosingGroups(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const path of paths) {
    for (let length = 1; length < path.length; length += 1) {
      found.set(path.slice(0, length).join('.'), path.slice(0, length));
    }
  }
  return [...found.values()].sort((a, b) => a.length - b.length);
}
