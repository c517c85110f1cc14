import type { ListedDocuments } from '../codegen/admin-overview.js';
import { auditSubject } from '../codegen/audit-subject.js';
import type { ListedPage, OpenedParts, ServicePart } from '../http/api.js';
import type { Driver } from '../storage/driver.js';
import { createScheduleRunner } from './run-schedule.js';
import { scheduleEffect } from './schedule-effects.js';
import { comingSteps } from './schedule-table.js';
import { createStepTaker } from './take-step.js';

/** Adds the schedule to a service with drafts. */
export function openSchedule(opened: OpenedParts): ServicePart {
  const { driver, operations, auth, logError } = opened;
  const audit = auth?.services.audit ?? null;
  return {
    effectsOf: (change, { origin }) =>
      change.descriptor.drafts ? [scheduleEffect(change, { access: change.access, origin, audit })] : [],
    listed: (page) => listedSteps(driver, page),
    work: createScheduleRunner({
      driver,
      clock: operations.clock,
      take: createStepTaker(opened),
      async record(connection, { kind, slug, document, action, requestedBy: actorId }, issue) {
        const outcome = issue === null ? 'success' : 'failure';
        const reason = auditSubject({ kind, slug, id: document, step: action, issue });
        const origin = { ip: null, userAgent: null, requestId: null };
        await audit?.record(connection, { type: 'schedule.done', outcome, actorId, reason, origin });
      },
      logError,
    }),
  };
}

async function listedSteps(driver: Driver, page: ListedPage): Promise<ListedDocuments> {
  const steps = await comingSteps(driver, page);
  return {
    scheduled: steps.map(({ kind, slug, document, action, due, error }) => {
      return { kind, slug, id: document, action, at: new Date(due).toISOString(), error };
    }),
  };
}
