import { readAuditSubject } from '../../../../runtime/codegen/audit-subject.js';
import type { AuditEntry } from './audit-query.js';

/** A document of a collection. */
export interface EventSubject {
  readonly slug: string;
  readonly id: string;
}

/** Returns the document that an event is about, which its reason names. */
export function subjectOf({ reason }: Pick<AuditEntry, 'reason'>): EventSubject | null {
  const subject = readAuditSubject(reason ?? '');
  return subject?.kind === 'collection' ? subject : null;
}
