import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { Driver } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';

/** Knows which collections and globals have pending drafts. */
export interface PendingDrafts {
  /** How many there are; looked up again after the next commit only. */
  count(document: DocumentDescriptor): Promise<number>;
}

/**
 * Most of the time nothing is pending, and then the merged view is the published one, read by the same statements. So it is kept for
 * each collection whether there is a draft, until the next commit of this process or another (see `collections/counts.ts`).
 */
export function createPendingDrafts(driver: Driver): PendingDrafts {
  const kept = new Map<DocumentDescriptor, number>();
  let version: number | null = null;

  async function count(document: DocumentDescriptor): Promise<number> {
    if (!document.drafts) return 0;
    const now = await driver.dataVersion();
    if (now !== version) kept.clear();
    version = now;
    const known = kept.get(document);
    if (known !== undefined) return known;
    const counted = Number((await driver.get(countSql(document), []))?.['total'] ?? 0);
    // A commit since the version was read is in the count already, and the next look at the version finds it.
    if (now !== null && now === version) kept.set(document, counted);
    return counted;
  }

  return { count };
}

function countSql(document: DocumentDescriptor): string {
  return `SELECT count(*) AS total FROM ${quoteName(pendingDescriptor(document).table)}`;
}
