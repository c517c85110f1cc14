/**
 * The versions that fit each other, as a text: `0.1` for 0.1.0 and 0.1.9, `2` for 2.0.0 and 2.7.1. A version
 * before a release (`2.0.0-beta.1`) fits only itself: docs/releases.md.
 */
export function releaseLine(version: string): string {
  if (/[-+]/.test(version)) return version;
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
