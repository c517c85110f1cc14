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

/**
 * The revision that the document has once the change is saved. Only the publish route publishes pending
 * changes, and it takes no content: that needs two requests.
 */
export function revisionAfter({ kind, body, revision, hasPending, isPublished }: SaveOptions): number {
  const hasChanges = Object.keys(body).length > 0;
  return revision + (kind === 'publish' && hasChanges && hasPending && isPublished ? 2 : 1);
}

/** Saves a change, in one request where possible. */
export async function saveDocument(options: SaveOptions): Promise<void> {
  const { source, kind, body, revision } = options;
  const hasChanges = Object.keys(body).length > 0;
  const condition = { ifMatch: revision };
  if (kind === 'draft') {
    if (hasChanges) await source.saveDraft(body, condition);
  } else if (revisionAfter(options) === revision + 2) {
    const { _revision } = await source.saveDraft(body, condition);
    await source.publish(undefined, { ifMatch: _revision });
  } else if (hasChanges) await source.save(body, condition);
  else if (kind === 'publish') await source.publish(undefined, condition);
}
