/** The schedule of a service: what connects it with the documents, the log of events, and the routes that publish. */
import { createServiceAccess } from './access/service-access.js';
import type { AuditLog } from './auth/audit/audit-log.js';
import type { ContractDescriptor, DocumentDescriptor } from './codegen/descriptors.js';
import type { HookRequest } from './config/hook-request.js';
import type { OperationContext, Operations, Validator, WriteConditions } from './documents/operation.js';
import { createScheduleRunner, type ScheduleRunner } from './documents/schedule/run-schedule.js';
import type { ScheduledStep } from './documents/schedule/schedule.js';
import { scheduleTables } from './documents/schedule/schedule-table.js';
import { ServiceError } from './errors/service-error.js';
import type { Routes } from './http/api.js';
import type { PublishHandler } from './http/handlers/schedule-handlers.js';
import type { Driver } from './storage/driver.js';
import { prepareSystemTables } from './storage/schema/system-tables.js';

export interface ScheduleParts {
  readonly contract: ContractDescriptor;
  readonly routes: Routes;
  readonly driver: Driver;
  readonly operations: Operations;
  /** Null without authentication. */
  readonly audit: AuditLog | null;
  readonly logError: (fields: object, message: string) => void;
}

/** Makes the table, and what does the steps when their time has come; null for a service without drafts. */
export async function openSchedule(parts: ScheduleParts): Promise<ScheduleRunner | null> {
  const { contract, routes, driver, operations, audit, logError } = parts;
  const publishing = publishedBy(routes);
  if (publishing.size === 0) return null;
  await prepareSystemTables(driver, scheduleTables);
  const access = contract.auth === undefined ? null : createServiceAccess(contract);
  return createScheduleRunner({
    driver,
    clock: operations.clock,
    async take(step, also) {
      const context: OperationContext = { requestId: 'schedule', req: requestOf(step), access };
      const { descriptor, validator } = publishing.get(`${step.kind} ${step.slug}`) ?? gone(step);
      await takeStep(operations, { step, descriptor, validator, also }, context);
    },
    async record(connection, { kind, slug, document, action, requestedBy: actorId }, fault) {
      const outcome = fault === null ? 'success' : 'failure';
      const reason = [`${action} ${kind} ${slug} ${document}`, ...(fault === null ? [] : [fault])].join(': ');
      const origin = { ip: null, userAgent: null, requestId: null };
      await audit?.record(connection, { type: 'schedule.done', outcome, actorId, reason, origin });
    },
    logError,
  });
}

type Publishing = PublishHandler['publishes'];

/** What the routes know: which documents can be published, and how their data are checked. */
function publishedBy(routes: Routes): ReadonlyMap<string, Publishing> {
  const handlers = Object.values(routes).flatMap((methods) => Object.values(methods));
  return new Map(
    handlers
      .filter((handler): handler is PublishHandler => 'publishes' in handler)
      .map(({ publishes }) => [`${publishes.descriptor.kind} ${publishes.descriptor.slug}`, publishes]),
  );
}

interface Taking {
  readonly step: ScheduledStep;
  readonly descriptor: DocumentDescriptor;
  readonly validator: Validator;
  readonly also: NonNullable<WriteConditions['also']>;
}

async function takeStep(
  operations: Operations,
  { step, descriptor, validator, also }: Taking,
  context: OperationContext,
): Promise<void> {
  const { document: id, slug, action } = step;
  const conditions = { expectedRevision: null, also };
  if (descriptor.kind === 'global') {
    const drafts = operations.globals.get(slug)?.drafts ?? gone(step);
    if (action === 'publish') await drafts.publish({ ...conditions, validator }, context);
    else await drafts.unpublish(conditions, context);
  } else {
    const drafts = operations.collections.get(slug)?.drafts ?? gone(step);
    if (action === 'publish') await drafts.publish(id, { ...conditions, validator }, context);
    else await drafts.unpublish(id, conditions, context);
  }
}

/** The config has no such documents any more, or no drafts of them. */
function gone({ slug }: ScheduledStep): never {
  throw new ServiceError('NOT_FOUND', `There are no drafts of ${slug} any more.`);
}

/** What hooks get as the request: nobody has sent one. */
function requestOf({ kind, slug, document, action }: ScheduledStep): HookRequest {
  const path = kind === 'global' ? `/api/globals/${slug}/${action}` : `/api/${slug}/${document}/${action}`;
  return {
    method: 'POST',
    url: path,
    path,
    headers: {},
    query: {},
    params: kind === 'global' ? {} : { id: document },
    get: () => undefined,
  };
}
