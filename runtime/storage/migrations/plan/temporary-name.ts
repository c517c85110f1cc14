import { createHash } from 'node:crypto';

/** PostgreSQL truncates longer names, so two of them could become equal. */
const maxNameLength = 63;

/** Returns the name of a table or column while the one that it replaces still exists. */
export function temporaryName(name: string): string {
  const full = `_svc_new_${name}`;
  if (full.length <= maxNameLength) return full;
  return `_svc_new_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}
