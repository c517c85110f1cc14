/**
 * Keeps the types that a field takes (`mimeTypes` of an `upload` field) when a chosen file is replaced
 * (docs/spec/uploads.md#config).
 */
import type { DocumentAccess } from '../../access/document-access.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import { expandTypes } from '../../util/media-types.js';
import { type DocumentState, publishedOrDraft } from '../document-state.js';
import { findReferring, type Referrer, type ReferrerMap } from './referrers.js';
import { seenAmong } from './seen-pointers.js';

/** A document with a file, before and after a write. */
export interface ReplacedFile {
  readonly slug: string;
  readonly id: string;
  readonly before: DocumentState;
  readonly after: DocumentState;
  /** Of the requester. */
  readonly access: DocumentAccess | null;
}

/** The fields of each collection with files that take some types of them only. */
export function narrowedBy(referrers: ReferrerMap): ReferrerMap {
  return new Map(
    [...referrers].flatMap(([slug, fields]) => {
      const narrowing = fields.filter(({ field }) => field.mimeTypes !== undefined);
      return narrowing.length === 0 ? [] : [[slug, narrowing] as const];
    }),
  );
}

/**
 * Refuses a file of a type that a field which refers to it does not take. A draft of another type is refused
 * when it is published: until then, the field shows the published file.
 *
 * @throws ServiceError CONFLICT that names the fields, as far as the requester may see them.
 */
export async function refuseOtherType(
  connection: Connection,
  narrowed: ReferrerMap,
  { slug, id, before, after, access }: ReplacedFile,
): Promise<void> {
  const type = publishedOrDraft(after)?.['mimeType'];
  if (typeof type !== 'string' || type === publishedOrDraft(before)?.['mimeType']) return;
  const refusing: Referrer[] = [];
  for (const referrer of narrowed.get(slug) ?? []) {
    if (expandTypes(referrer.field.mimeTypes ?? []).includes(type)) continue;
    if ((await findReferring(connection, referrer, [id], { limit: 1 })).length > 0) refusing.push(referrer);
  }
  if (refusing.length === 0) return;
  const seen = new Map<string, readonly string[]>();
  for (const referrer of refusing) {
    const ids = await findReferring(connection, referrer, [id]);
    const shown = await seenAmong(connection, { referrer, ids, access });
    if (shown.length > 0) seen.set(referrer.name, referrer.field.mimeTypes ?? []);
  }
  if (seen.size === 0) throw new ServiceError('CONFLICT', reason('file.typeNeeded', { type }));
  throw new ServiceError('CONFLICT', reason('file.typeNeededBy', { type, names: [...seen.keys()] }), {
    details: [...seen].map(([path, types]) => issueAt(path, reason('file.notForField', { types }))),
  });
}
