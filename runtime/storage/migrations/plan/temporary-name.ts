import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names off, so that two of them may become one. */
const longestName = 63;

/** What a table or column is called while the one that it takes the place of is still there. */
export function temporaryName(name: string): string {
  const full = `_svc_new_${name}`;
  if (full.length <= longestName) return full;
  return `_svc_new_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}
