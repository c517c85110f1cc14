import type { JsonObject } from '../../../../runtime/util/json.js';
import type { DocumentSource } from '../../documents/document-source.js';

/**
 * How a document is saved.
 *
 * - `save`: directly, where there are no drafts;
 * - `draft`: as a draft, while the published version stays unchanged;
 * - `publish`: published together with all pending changes;
 * - `publishThese`: only these changes are published, other pending changes stay pending.
 */
export type SaveKind = 'save' | 'draft' | 'publish' | 'publishThese';

interface SaveOptions {
  readonly source: DocumentSource;
  readonly kind: SaveKind;
  /** Only the changed fields. */
  readonly body: JsonObject;
  readonly revision: number;
  /** Whether changes are pending, or nothing is published yet. */
  readonly hasPending: boolean;
  readonly isPublished: boolean;
}

/** Saves a change, in one request where possible. */
export async function saveDocument(options: SaveOptions): Promise<void> {
  const { source, kind, body, revision, hasPending, isPublished } = options;
  const hasChanges = Object.keys(body).length > 0;
  const condition = { ifMatch: revision };
  if (kind === 'draft') {
    if (hasChanges) await source.saveDraft(body, condition);
  } else if (kind === 'publish' && hasChanges && hasPending && isPublished) {
    // Only the publish route publishes pending changes, and it takes no content.
    const { _revision } = await source.saveDraft(body, condition);
    await source.publish(undefined, { ifMatch: _revision });
  } else if (hasChanges) await source.save(body, condition);
  else if (kind === 'publish') await source.publish(undefined, condition);
}
