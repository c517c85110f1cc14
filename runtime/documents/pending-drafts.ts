import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { ReadSource } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';

/** Knows which collections and globals have pending drafts. */
export interface PendingDrafts {
  /** Looked up again after the next commit only. */
  has(document: DocumentDescriptor): Promise<boolean>;
  /**
   * What was found last, without asking: right for a statement that saw the same version of the data. Null where that is unlikely, and where
   * statements cannot say what they saw.
   */
  presumed(documents: readonly DocumentDescriptor[]): PresumedDrafts | null;
  /** A statement saw another version than was presumed. */
  refuted(): void;
}

export interface PresumedDrafts {
  readonly version: string;
  /** By which a statement says what it saw (`ReadSource.versionSql`). */
  readonly versionSql: string;
  /** Those of the documents that have drafts. */
  readonly seen: ReadonlySet<DocumentDescriptor>;
}

/**
 * Most of the time nothing is pending, and then the merged view is the published one, read by the same statements. So it is kept for
 * each collection whether there is a draft, until the next commit of this process or another (see `collections/counts.ts`).
 */
export function createPendingDrafts(source: ReadSource): PendingDrafts {
  const kept = new Map<DocumentDescriptor, boolean>();
  let version: number | string | null = null;
  /** The last look found the data as they were at the look before: nobody writes all the time. */
  let isCalm = false;

  async function has(document: DocumentDescriptor): Promise<boolean> {
    if (!document.drafts) return false;
    const { versionSql } = source;
    return versionSql === null ? hasAsked(document) : look(document, versionSql);
  }

  async function hasAsked(document: DocumentDescriptor): Promise<boolean> {
    const now = await source.dataVersion();
    if (now !== version) kept.clear();
    version = now;
    const known = kept.get(document);
    if (known !== undefined) return known;
    const found = (await source.get(anySql(document), [])) !== undefined;
    // A commit since the version was read is in the answer already, and the next look at the version finds it.
    if (now !== null && now === version) kept.set(document, found);
    return found;
  }

  /** Where a statement says what it saw, looking costs no more than asking whether anything was written. */
  async function look(document: DocumentDescriptor, versionSql: string): Promise<boolean> {
    const row = await source.get(
      `SELECT EXISTS (${anySql(document)}) AS "found", ${versionSql} AS "version"`,
      [],
    );
    const now = String(row?.['version']);
    isCalm = now === version;
    if (!isCalm) kept.clear();
    version = now;
    const found = row?.['found'] === 1;
    kept.set(document, found);
    return found;
  }

  function presumed(documents: readonly DocumentDescriptor[]): PresumedDrafts | null {
    const { versionSql } = source;
    if (!isCalm || typeof version !== 'string' || versionSql === null) return null;
    const drafted = documents.filter(({ drafts }) => drafts);
    if (!drafted.every((document) => kept.has(document))) return null;
    return { version, versionSql, seen: new Set(drafted.filter((document) => kept.get(document))) };
  }

  function refuted(): void {
    isCalm = false;
  }

  return { has, presumed, refuted };
}

function anySql(document: DocumentDescriptor): string {
  return `SELECT 1 FROM ${quoteName(pendingDescriptor(document).table)} LIMIT 1`;
}
