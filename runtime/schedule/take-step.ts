/** Carries out scheduled steps with the rights of those who planned them. */
import { anonymous, type Requester } from '../access/requester.js';
import { createServiceAccess } from '../access/service-access.js';
import { currentRequester } from '../auth/current-requester.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { nameOf } from '../codegen/document-name.js';
import { documentPath } from '../codegen/routes/document-routes.js';
import type { HookRequest } from '../config/hook-request.js';
import type { LocalScope } from '../documents/local/local-scope.js';
import type { Operations } from '../documents/operation.js';
import type { OperationContext } from '../documents/operation-context.js';
import type { Effect } from '../documents/write/intent.js';
import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';
import { isServiceError } from '../errors/to-response.js';
import type { OpenedParts } from '../http/api.js';
import { type PublishedDocuments, publicationsOf } from './publications.js';
import type { ScheduledStep } from './scheduled-step.js';

/**
 * Takes a step. `effect` belongs to the transaction that changes the document.
 *
 * @throws ServiceError NOT_FOUND where the document does not exist, FORBIDDEN where its planner may not do it
 * any more.
 */
export type TakeStep = (step: ScheduledStep, effect: Effect) => Promise<void>;

interface Taking extends PublishedDocuments {
  readonly step: ScheduledStep;
  readonly effect: Effect;
}

/** Returns what takes the steps of a service: each with the rights that its planner has then. */
export function createStepTaker(opened: OpenedParts): TakeStep {
  const { routes, operations, auth } = opened;
  const publishing = new Map(
    publicationsOf(routes).map((published) => [keyOf(published.descriptor), published]),
  );
  return async (step, effect) => {
    const published = publishing.get(keyOf(step));
    if (published === undefined) throw gone(step);
    const taking: Taking = { step, effect, ...published };
    if (auth === null) {
      const scope = opened.scopeFor(anonymous);
      const req = requestOf(step, { planner: null, scope });
      await write(operations, taking, { requestId: 'schedule', req, access: null, scope });
    } else await writeAsPlanner({ ...opened, auth }, taking);
  };
}

type Secured = OpenedParts & { readonly auth: NonNullable<OpenedParts['auth']> };

/** Does a step with the rights that its planner has now (docs/spec/contract.md#schedules). */
async function writeAsPlanner(
  { contract, operations, auth, scopeFor }: Secured,
  taking: Taking,
): Promise<void> {
  const { step } = taking;
  const planner = await currentRequester(auth.services, step.requestedBy);
  if (planner === null) throw noLongerAllowed(step);
  const scope = scopeFor(planner);
  const req = requestOf(step, { planner, scope });
  const access = auth.access.forRequest(planner, () => req);
  const context = { requestId: 'schedule', req, access, scope };
  try {
    await write(operations, taking, context);
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

async function write(
  operations: Operations,
  { step, descriptor, validator, effect }: Taking,
  context: OperationContext,
): Promise<void> {
  const { document: id, slug, action } = step;
  const conditions = { id, expected: 'any', effects: [effect] } as const;
  const bySlug = descriptor.kind === 'global' ? operations.globals : operations.collections;
  const documents = bySlug.get(slug);
  if (documents === undefined || !documents.descriptor.drafts) throw gone(step);
  if (action === 'publish') await documents.write({ ...conditions, kind: 'publish', validator }, context);
  else await documents.write({ ...conditions, kind: 'unpublish' }, context);
}

function keyOf({ kind, slug }: Pick<DocumentDescriptor, 'kind' | 'slug'>): string {
  return `${kind} ${slug}`;
}

/** The config has no such documents any more, or no drafts of them. */
function gone(step: ScheduledStep): ServiceError {
  return new ServiceError('NOT_FOUND', reason('schedule.noDrafts', { collection: nameOf(step) }));
}

/** What hooks and callbacks get as the request: no client sent one, but it belongs to the planner. */
function requestOf(
  { kind, slug, document, action }: ScheduledStep,
  { planner, scope }: { readonly planner: Requester | null; readonly scope: LocalScope },
): HookRequest {
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
    get local() {
      return scope.local('schedule');
    },
  };
}
