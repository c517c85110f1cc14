import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Connection } from '../../storage/driver.js';
import { findReferring, type ReferrerMap } from './referrers.js';
import { seenAmong } from './seen-pointers.js';

/** A field of a document that refers to another document. */
export interface Use {
  readonly document: DocumentDescriptor;
  readonly id: string;
  /** `items.product` in rows; with the slug of the block in blocks. */
  readonly field: string;
}

/** The document that is referred to. */
export interface UsedDocument {
  readonly slug: string;
  readonly id: string;
  /** The rights of the requester; null without `auth` in the config. */
  readonly access: DocumentAccess | null;
}

/**
 * Every field that refers to a document, in what is published or in a draft, as far as the requester may see
 * it. Ordered by collection, field and id.
 */
export async function usesOf(
  connection: Connection,
  referrers: ReferrerMap,
  { slug, id, access }: UsedDocument,
): Promise<readonly Use[]> {
  const uses: Use[] = [];
  const known = new Set<string>();
  for (const referrer of referrers.get(slug) ?? []) {
    const found = await findReferring(connection, referrer, [id]);
    const seen = await seenAmong(connection, { referrer, ids: found, access });
    for (const one of [...seen].sort()) {
      const key = `${referrer.name} ${one}`;
      if (known.has(key)) continue;
      known.add(key);
      uses.push({ document: referrer.type.model.descriptor, id: one, field: referrer.field.path });
    }
  }
  return uses;
}
