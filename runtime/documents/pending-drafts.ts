import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { Driver } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';

/** Knows which collections and globals have pending drafts. */
export interface PendingDrafts {
  /** Looked up again after the next commit only. */
  has(document: DocumentDescriptor): Promise<boolean>;
}

/**
 * Most of the time nothing is pending, and then the merged view is the published one, read by the same statements. So it is kept for
 * each collection whether there is a draft, until the next commit of this process or another (see `collections/counts.ts`).
 */
export function createPendingDrafts(driver: Driver): PendingDrafts {
  const kept = new Map<DocumentDescriptor, boolean>();
  let version: number | null = null;

  async function has(document: DocumentDescriptor): Promise<boolean> {
    if (!document.drafts) return false;
    const now = await driver.dataVersion();
    if (now !== version) kept.clear();
    version = now;
    const known = kept.get(document);
    if (known !== undefined) return known;
    const found = (await driver.get(anySql(document), [])) !== undefined;
    // A commit since the version was read is in the answer already, and the next look at the version finds it.
    if (now !== null && now === version) kept.set(document, found);
    return found;
  }

  return { has };
}

function anySql(document: DocumentDescriptor): string {
  return `SELECT 1 FROM ${quoteName(pendingDescriptor(document).table)} LIMIT 1`;
}
