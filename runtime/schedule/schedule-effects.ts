import type { DocumentAccess } from '../access/document-access.js';
import type { AuditLog, RequestOrigin } from '../auth/audit/audit-log.js';
import { auditSubject } from '../codegen/audit-subject.js';
import type { AuditType } from '../codegen/audit-types.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { authorOf } from '../documents/versions/record-version.js';
import type { Effect } from '../documents/write/intent.js';
import type { RequestedChange } from '../http/api.js';
import { changeSchedule, type ScheduleChange } from './schedule.js';
import type { ScheduleTarget } from './scheduled-step.js';

/** The requester of a change of a schedule. */
export interface ScheduleRequester {
  readonly access: DocumentAccess | null;
  readonly origin: RequestOrigin;
  /** Null without authentication. */
  readonly audit: Pick<AuditLog, 'record'> | null;
}

/** Returns a document as the schedule names it. */
export function scheduleTarget({ kind, slug }: DocumentDescriptor, document: string): ScheduleTarget {
  return { kind, slug, document };
}

/**
 * What a change by a request does to the schedule of its document. A publication replaces a scheduled one,
 * as if the requester had cancelled that. After an unpublication no scheduled step publishes or unpublishes
 * the document. The publication of a draft was scheduled, not that of the next one: it ends when the draft is
 * discarded, or published by a change of the document. A document that was deleted has no schedule, also
 * when it returns from the trash.
 */
export function scheduleEffect(change: RequestedChange, requester: ScheduleRequester): Effect {
  const { kind, descriptor, id } = change;
  const target = scheduleTarget(descriptor, id);
  if (kind === 'publish') return changeByRequester(target, { publish: change.publishAt ?? null }, requester);
  const ended: ScheduleChange =
    kind === 'update' || kind === 'discard' ? { publish: null } : { publish: null, unpublish: null };
  return {
    when: kind === 'update' ? 'first-published' : 'always',
    run: async (connection) =>
      void (await changeSchedule(connection, { target, change: ended, requestedBy: null })),
  };
}

/**
 * Changes the schedule in the transaction of the write that it belongs to; with authentication it records the
 * requester.
 */
export function changeByRequester(
  target: ScheduleTarget,
  times: ScheduleChange,
  { access, origin, audit }: ScheduleRequester,
): Effect {
  return {
    when: 'always',
    async run(connection) {
      const actorId = authorOf(access);
      if (!(await changeSchedule(connection, { target, change: times, requestedBy: actorId }))) return;
      const isSet = typeof times.publish === 'number' || typeof times.unpublish === 'number';
      const type: AuditType = isSet ? 'schedule.set' : 'schedule.cancelled';
      const reason = auditSubject({ kind: target.kind, slug: target.slug, id: target.document });
      await audit?.record(connection, { type, outcome: 'success', actorId, reason, origin });
    },
  };
}
