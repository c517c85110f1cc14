import type { JsonObject } from '../../../../runtime/util/json.js';
import type { DocumentSource } from './document-source.js';

/**
 * How a document is saved.
 *
 * - `save`: as it is, where there are no drafts;
 * - `draft`: beside what is published;
 * - `publish`: with everything that is pending;
 * - `publishThese`: these changes alone, what else is pending stays so.
 */
export type SaveKind = 'save' | 'draft' | 'publish' | 'publishThese';

interface SaveOptions {
  readonly source: DocumentSource;
  readonly kind: SaveKind;
  /** Only what has changed. */
  readonly body: JsonObject;
  readonly revision: number;
  /** Whether something waits beside what is published, or nothing is. */
  readonly hasPending: boolean;
  readonly isPublished: boolean;
}

/** Writes a change, in one request wherever that is possible. */
export async function saveDocument(options: SaveOptions): Promise<void> {
  const { source, kind, body, revision, hasPending, isPublished } = options;
  const hasChanges = Object.keys(body).length > 0;
  const condition = { ifMatch: revision };
  if (kind === 'draft') {
    if (hasChanges) await source.saveDraft(body, condition);
  } else if (kind === 'publish' && hasChanges && hasPending && isPublished) {
    // What is pending goes along only by the publish route, which takes no content.
    const { _revision } = await source.saveDraft(body, condition);
    await source.publish(undefined, { ifMatch: _revision });
  } else if (hasChanges) await source.save(body, condition);
  else if (kind === 'publish') await source.publish(undefined, condition);
}
