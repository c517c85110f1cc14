/** `0.2.0` is later than `0.1.7` and than `0.1`. What follows a hyphen does not count. */
export function isLater(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  for (const [index, number] of left.entries()) {
    const other = right[index] ?? 0;
    if (number !== other) return number > other;
  }
  return false;
}

function numbersOf(version: string): readonly number[] {
  const [numbers = ''] = version.split('-');
  return numbers.split('.').map(Number);
}

/**
 * Whether a range of package.json takes a version: `^0.1.0`, `~1.2.3`, `1.2.3`. True for every other one,
 * such as a tarball, which says nothing.
 */
export function takesVersion(range: string, version: string): boolean {
  const [, kind = '', base = ''] = /^([\^~]?)(\d+\.\d+\.\d+)$/.exec(range) ?? [];
  if (base === '') return true;
  if (isLater(base, version)) return false;
  const [major = 0, minor = 0, patch = 0] = numbersOf(base);
  const [ownMajor = 0, ownMinor = 0, ownPatch = 0] = numbersOf(version);
  if (major !== ownMajor) return false;
  if (kind === '^' && major > 0) return true;
  return minor === ownMinor && (kind !== '' || patch === ownPatch);
}
