import type { DocumentAccess } from '../../access/document-access.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import type { Referrer } from './referrers.js';
import { seenAmong, type TellingReferrer } from './seen-pointers.js';

/** Documents that forbid a deletion, by the field that refers to the deleted documents. */
export interface Restricting {
  readonly referrer: TellingReferrer & Pick<Referrer, 'name'>;
  readonly ids: readonly string[];
}

/**
 * The 409 for a deletion that other documents forbid. It names the fields by which documents refer that the
 * requester may see: a name alone would reveal a hidden document or a draft (docs/spec/contract.md#views).
 */
export async function restriction(
  connection: Connection,
  {
    restricting,
    access,
  }: { readonly restricting: readonly Restricting[]; readonly access: DocumentAccess | null },
): Promise<ServiceError> {
  const names = new Set<string>();
  for (const { referrer, ids } of restricting) {
    if (names.has(referrer.name)) continue;
    if ((await seenAmong(connection, { referrer, ids, access })).length > 0) names.add(referrer.name);
  }
  if (names.size === 0) {
    return new ServiceError('CONFLICT', reason('deletion.restricted'));
  }
  return new ServiceError('CONFLICT', reason('deletion.restrictedBy', { names: [...names] }), {
    details: [...names].map((path) => issueAt(path, reason('deletion.refers'))),
  });
}
