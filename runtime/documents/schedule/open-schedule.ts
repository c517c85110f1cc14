/** Carries out scheduled steps with the rights of those who planned them. */
import type { AccessControl } from '../../access/document-access.js';
import type { Requester } from '../../access/requester.js';
import { createServiceAccess } from '../../access/service-access.js';
import type { ContractDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import { documentPath } from '../../codegen/routes/document-routes.js';
import type { HookRequest } from '../../config/hook-request.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { Connection, Driver } from '../../storage/driver.js';
import type { Operations, Validator } from '../operation.js';
import type { OperationContext } from '../operation-context.js';
import type { Effect } from '../write/intent.js';
import { createScheduleRunner, type ScheduleRunner } from './run-schedule.js';
import type { ScheduledStep } from './scheduled-step.js';

export interface ScheduleParts {
  readonly contract: ContractDescriptor;
  /** What can be published. */
  readonly publications: readonly PublishedDocuments[];
  readonly driver: Driver;
  readonly operations: Operations;
  /** Null without authentication. */
  readonly planners: Planners | null;
  readonly logError: (fields: object, message: string) => void;
}

/** A collection or global with drafts, and how its data are checked when they are published. */
export interface PublishedDocuments {
  readonly descriptor: DocumentDescriptor;
  readonly validator: Validator;
}

/** Checks a planner's rights when a step is due, and records its outcome. */
export interface Planners {
  readonly access: AccessControl;
  readonly audit: ScheduleLog;
  /** The planner with their current rights; null where the account is gone. */
  requester(planner: string | null): Promise<Requester | null>;
}

/** The part of the audit log that a schedule writes. */
interface ScheduleLog {
  record(connection: Connection, event: ScheduleEvent): Promise<void>;
}

interface ScheduleEvent {
  readonly type: 'schedule.done';
  readonly outcome: 'success' | 'failure';
  readonly actorId: string | null;
  readonly reason: string;
  readonly origin: { readonly ip: null; readonly userAgent: null; readonly requestId: null };
}

/** Returns the runner of due steps; null for a service without drafts. */
export function openSchedule(parts: ScheduleParts): ScheduleRunner | null {
  const { publications, driver, operations, planners, logError } = parts;
  if (publications.length === 0) return null;
  const publishing = new Map(
    publications.map((published) => [`${published.descriptor.kind} ${published.descriptor.slug}`, published]),
  );
  return createScheduleRunner({
    driver,
    clock: operations.clock,
    async take(step, effect) {
      const { descriptor, validator } = publishing.get(`${step.kind} ${step.slug}`) ?? gone(step);
      const taking = { step, descriptor, validator, effect };
      if (planners === null) {
        await takeStep(operations, taking, {
          requestId: 'schedule',
          req: requestOf(step, null),
          access: null,
        });
      } else await takeAsPlanner(parts, planners, taking);
    },
    async record(connection, { kind, slug, document, action, requestedBy: actorId }, issue) {
      const outcome = issue === null ? 'success' : 'failure';
      const reason = [`${action} ${kind} ${slug} ${document}`, ...(issue === null ? [] : [issue])].join(': ');
      const origin = { ip: null, userAgent: null, requestId: null };
      await planners?.audit.record(connection, { type: 'schedule.done', outcome, actorId, reason, origin });
    },
    logError,
  });
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
  { access, requester }: Planners,
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
  return new ServiceError('FORBIDDEN', reason('schedule.noLongerAllowed', { action }));
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
  throw new ServiceError('NOT_FOUND', reason('schedule.noDrafts', { document: slug }));
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
