import { seesDrafts } from '../access/decide-view.js';
import type { DocumentAccess } from '../access/document-access.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { nameOf } from '../codegen/document-name.js';
import { notFound } from '../documents/not-found.js';
import type { Validator } from '../documents/operation.js';
import type { Effect, ExpectedRevisions, WriteIntent } from '../documents/write/intent.js';
import { reason } from '../errors/reasons/reason.js';
import { badInputAt } from '../errors/service-error.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../http/api.js';
import { requireObject } from '../http/body/json-object.js';
import { documentIdOf, documentsOf } from '../http/handlers/addressed-document.js';
import { admitWrite, type WriteRequest } from '../http/handlers/document-admission.js';
import { onceOnly } from '../http/handlers/idempotent-write.js';
import { documentReply } from '../http/handlers/reply.js';
import { expectedByHeader } from '../http/handlers/write-headers.js';
import { refuseParameters } from '../http/routing/no-parameters.js';
import type { JsonObject } from '../util/json.js';
import type { PublishHandler } from './publications.js';
import { type PublishTimes, publishTimes } from './publish-times.js';
import { type DocumentSchedule, findSchedule, type ScheduleChange } from './schedule.js';
import { changeByRequester, type ScheduleRequester, scheduleTarget } from './schedule-effects.js';
import type { ScheduleTarget } from './scheduled-step.js';

/**
 * `POST .../publish`: publishes the pending draft, at once or at `publishAt`; `unpublishAt` schedules its
 * end. A time in the past means at once. A publication at once replaces a scheduled one.
 */
export function publishDocument(descriptor: DocumentDescriptor, validator: Validator): PublishHandler {
  async function publish(request: ApiRequest, service: Service): Promise<Reply> {
    const { access, ifMatch } = await admitWrite(request, service, descriptor, 'transition');
    const id = documentIdOf(request, descriptor);
    // Also for a scheduled publication: the draft seen now is what is published later.
    if (!seesDrafts(descriptor, access)) throw notFound(nameOf(descriptor), id);
    refuseParameters(request.search);
    const expected = expectedByHeader(ifMatch);
    const input = requireObject(await request.optionalBody());
    const documents = documentsOf(service, descriptor);
    const target = scheduleTarget(descriptor, id);
    const times = publishTimes(input, service.operations.clock());
    refuseNobody(times, access, service);
    const planned = await plannedTimes(input, times, async () => {
      const schedule = new StoredSchedule(target);
      const look = { kind: 'plan', id, expected: 'any', effects: [schedule] } as const;
      await documents.write(look, request.context);
      return schedule.found;
    });
    const effects = [changeByRequester(target, planned ?? times, requesterOf(request, service, access))];
    const intent: WriteIntent =
      planned === null
        ? { kind: 'publish', id, expected, effects, validator }
        : { kind: 'plan', id, expected, effects };
    return onceOnly(
      request,
      service,
      { descriptor, route: `POST ${request.path}`, sent: [expected, input] },
      async (once) => {
        const keyed = once === null ? intent : { ...intent, once };
        return { status: 200, document: await documents.write(keyed, request.context) };
      },
      documentReply,
    );
  }
  return Object.assign(publish, { publishes: { descriptor, validator } });
}

/**
 * A step is taken with the rights of the person who planned it. The service itself, which has no account, can
 * plan none (docs/local.md#what-differs-from-http).
 *
 * @throws ServiceError BAD_USER_INPUT
 */
function refuseNobody(
  { publish, unpublish }: PublishTimes,
  access: DocumentAccess | null,
  { auth }: Service,
): void {
  if (access !== null || auth === null || (publish === null && typeof unpublish !== 'number')) return;
  throw badInputAt(publish === null ? 'unpublishAt' : 'publishAt', reason('local.noPlanner'));
}

/**
 * Returns the changes to the schedule if nothing is published now: a future time, a time that is removed, or
 * an end for a publication that is already scheduled (setting its end must not lift an embargo). Null:
 * publish now.
 */
async function plannedTimes(
  input: JsonObject,
  { publish, unpublish }: PublishTimes,
  schedule: () => Promise<DocumentSchedule | null>,
): Promise<ScheduleChange | null> {
  const end = unpublish === undefined ? {} : { unpublish };
  if (publish !== null || input['publishAt'] === null) return { publish, ...end };
  if (input['publishAt'] !== undefined || unpublish === undefined) return null;
  if (unpublish === null) return end;
  const planned = (await schedule())?.publishAt ?? null;
  if (planned === null) return null;
  if (unpublish > Date.parse(planned)) return end;
  throw badInputAt('unpublishAt', reason('schedule.endBeforeStart'));
}

/** `GET .../schedule`: the scheduled steps of a document, for requesters who may update it. */
export function readSchedule(descriptor: DocumentDescriptor): RouteHandler {
  return answerSchedule(descriptor, {}, () => 'any');
}

/**
 * `DELETE .../schedule`: removes all scheduled steps. `If-Match` binds it to a revision, as with every
 * DELETE.
 */
export function cancelSchedule(descriptor: DocumentDescriptor): RouteHandler {
  const times = { publish: null, unpublish: null };
  return answerSchedule(descriptor, times, ({ ifMatch }) => expectedByHeader(ifMatch));
}

/** Reads the schedule of a document in the transaction that decides whether the requester may see it. */
class StoredSchedule implements Effect {
  readonly when = 'always';
  readonly run: Effect['run'];
  found: DocumentSchedule | null = null;

  constructor(target: ScheduleTarget) {
    this.run = async (connection) => {
      this.found = await findSchedule(connection, target);
    };
  }
}

function answerSchedule(
  descriptor: DocumentDescriptor,
  times: ScheduleChange,
  expectedBy: (write: WriteRequest) => ExpectedRevisions,
): RouteHandler {
  return async function answer(request, service): Promise<Reply> {
    const write = await admitWrite(request, service, descriptor, 'transition');
    const id = documentIdOf(request, descriptor);
    refuseParameters(request.search);
    const target = scheduleTarget(descriptor, id);
    const schedule = new StoredSchedule(target);
    const requester = requesterOf(request, service, write.access);
    const effects = [changeByRequester(target, times, requester), schedule];
    const intent = { kind: 'plan', id, expected: expectedBy(write), effects } as const;
    await documentsOf(service, descriptor).write(intent, request.context);
    return { status: 200, body: JSON.stringify(schedule.found) };
  };
}

function requesterOf(
  { origin }: ApiRequest,
  { auth }: Service,
  access: DocumentAccess | null,
): ScheduleRequester {
  return { access, origin, audit: auth?.audit ?? null };
}
