/**
 * The schedule of a service: what connects it with the documents, the log of events, and the routes that
 * publish.
 */
import type { AccessControl } from './access/document-access.js';
import type { Requester } from './access/requester.js';
import { createServiceAccess } from './access/service-access.js';
import type { AuditLog } from './auth/audit/audit-log.js';
import type { ContractDescriptor, DocumentDescriptor } from './codegen/descriptors.js';
import { documentPath } from './codegen/routes/document-routes.js';
import type { HookRequest } from './config/hook-request.js';
import type { OperationContext, Operations, Validator } from './documents/operation.js';
import { createScheduleRunner, type ScheduleRunner } from './documents/schedule/run-schedule.js';
import type { ScheduledStep } from './documents/schedule/schedule.js';
import { scheduleTables } from './documents/schedule/schedule-table.js';
import type { Effect } from './documents/write/intent.js';
import { ServiceError } from './errors/service-error.js';
import { isServiceError } from './errors/to-response.js';
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
  readonly authentication: ScheduleAuthentication | null;
  readonly logError: (fields: object, message: string) => void;
}

/** Checks a planner's rights when a step is due, and records its outcome. */
export interface ScheduleAuthentication {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  /** The planner with their current rights; null where the account is gone. */
  requester(planner: string | null): Promise<Requester | null>;
}

/** Makes the table and the runner of due steps; null for a service without drafts. */
export async function openSchedule(parts: ScheduleParts): Promise<ScheduleRunner | null> {
  const { routes, driver, operations, authentication, logError } = parts;
  const publishing = publishedBy(routes);
  if (publishing.size === 0) return null;
  await prepareSystemTables(driver, scheduleTables);
  return createScheduleRunner({
    driver,
    clock: operations.clock,
    async take(step, effect) {
      const { descriptor, validator } = publishing.get(`${step.kind} ${step.slug}`) ?? gone(step);
      const taking = { step, descriptor, validator, effect };
      if (authentication === null) {
        await takeStep(operations, taking, {
          requestId: 'schedule',
          req: requestOf(step, null),
          access: null,
        });
      } else await takeAsPlanner(parts, authentication, taking);
    },
    async record(connection, { kind, slug, document, action, requestedBy: actorId }, issue) {
      const outcome = issue === null ? 'success' : 'failure';
      const reason = [`${action} ${kind} ${slug} ${document}`, ...(issue === null ? [] : [issue])].join(': ');
      const origin = { ip: null, userAgent: null, requestId: null };
      await authentication?.audit.record(connection, {
        type: 'schedule.done',
        outcome,
        actorId,
        reason,
        origin,
      });
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
  readonly effect: Effect;
}

/**
 * Does a step with the rights that its planner has now (docs/spec/contract.md#schedules).
 *
 * @throws ServiceError FORBIDDEN where they may not do it any more, NOT_FOUND where the document is gone.
 */
async function takeAsPlanner(
  { contract, operations }: ScheduleParts,
  { access, requester }: ScheduleAuthentication,
  taking: Taking,
): Promise<void> {
  const { step } = taking;
  const planner = await requester(step.requestedBy);
  if (planner === null) throw noLongerAllowed(step);
  const req = requestOf(step, planner);
  const context = { requestId: 'schedule', req, access: access.forRequest(planner, () => req) };
  try {
    await takeStep(operations, taking, context);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (error.code !== 'FORBIDDEN' && error.code !== 'NOT_FOUND') throw error;
    // Deleted, or not visible for the planner: the service itself can see which.
    if (error.code === 'NOT_FOUND' && step.kind === 'collection') {
      const service = { ...context, access: createServiceAccess(contract) };
      await operations.collections.get(step.slug)?.find(step.document, service);
    }
    throw noLongerAllowed(step);
  }
}

function noLongerAllowed({ action }: ScheduledStep): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    `The user who planned this may no longer ${action} it. Plan it again.`,
  );
}

async function takeStep(
  operations: Operations,
  { step, descriptor, validator, effect }: Taking,
  context: OperationContext,
): Promise<void> {
  const { document: id, slug, action } = step;
  const conditions = { id, expected: 'any', effects: [effect] } as const;
  const bySlug = descriptor.kind === 'global' ? operations.globals : operations.collections;
  const documents = bySlug.get(slug);
  if (documents === undefined || !documents.descriptor.drafts) gone(step);
  if (action === 'publish') await documents.write({ ...conditions, kind: 'publish', validator }, context);
  else await documents.write({ ...conditions, kind: 'unpublish' }, context);
}

/** The config has no such documents any more, or no drafts of them. */
function gone({ slug }: ScheduledStep): never {
  throw new ServiceError('NOT_FOUND', `There are no drafts of ${slug} any more.`);
}

/** What hooks and callbacks get as the request: no client sent one, but it belongs to the planner. */
function requestOf({ kind, slug, document, action }: ScheduledStep, planner: Requester | null): HookRequest {
  const root = documentPath({ kind, slug });
  const path = kind === 'global' ? `${root}/${action}` : `${root}/${document}/${action}`;
  return {
    method: 'POST',
    url: path,
    path,
    headers: {},
    query: {},
    params: kind === 'global' ? {} : { id: document },
    ...(planner?.kind === 'user' && { user: planner.user }),
    ...(planner?.kind === 'apiKey' && { apiKey: { ...planner.key } }),
    get: () => undefined,
  };
}
