import type { AuditEntry } from './audit-query.js';

/** A document of a collection. */
interface EventSubject {
  readonly slug: string;
  readonly id: string;
}

const reasonOfDocument = /^(?:(?:publish|unpublish) )?collection (\S+) ([^\s:]+)(?:: .*)?$/s;

/** Returns the document that an event is about, which its reason names. */
export function subjectOf({ reason }: Pick<AuditEntry, 'reason'>): EventSubject | null {
  const [, slug, id] = reasonOfDocument.exec(reason ?? '') ?? [];
  return slug === undefined || id === undefined ? null : { slug, id };
}
