import type { DocumentAccess } from '../../access/document-access.js';
import { nameOf } from '../../access/scopes.js';
import { seesDrafts } from '../../access/unseen-draft.js';
import type { AuditType } from '../../codegen/audit-types.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import { notFound } from '../../documents/read/find-stored.js';
import {
  changeSchedule,
  type DocumentSchedule,
  findSchedule,
  type ScheduleChange,
} from '../../documents/schedule/schedule.js';
import { scheduleTarget } from '../../documents/schedule/schedule-effects.js';
import type { ScheduleTarget } from '../../documents/schedule/scheduled-step.js';
import { authorOf } from '../../documents/versions/record-version.js';
import type { Effect, ExpectedRevisions, WriteIntent } from '../../documents/write/intent.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { documentIdOf, documentsOf } from './addressed-document.js';
import { admitWrite } from './admit-request.js';
import { expectedByHeader } from './conditional-write.js';
import type { PublishHandler } from './publications.js';
import { type PublishTimes, publishTimes } from './publish-times.js';
import { documentReply } from './reply.js';
import type { WriteRequest } from './write-request.js';

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
    const planned = await plannedTimes(input, times, async () => {
      const schedule = new StoredSchedule(target);
      const look = { kind: 'plan', id, expected: 'any', effects: [schedule] } as const;
      await documents.write(look, request.context);
      return schedule.found;
    });
    const effects = [changing(service, request, { target, times: planned ?? times, access })];
    const intent: WriteIntent =
      planned === null
        ? { kind: 'publish', id, expected, effects, validator }
        : { kind: 'plan', id, expected, effects };
    return documentReply(await documents.write(intent, request.context));
  }
  return Object.assign(publish, { publishes: { descriptor, validator } });
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

/** What a publication by a user does besides: it replaces the scheduled publication. */
export function withPublication(
  service: Service,
  request: ApiRequest,
  { descriptor, id, access }: Publication,
): Effect {
  const target = scheduleTarget(descriptor, id);
  return changing(service, request, { target, times: { publish: null }, access });
}

/** A document to publish, with the rights of the requester. */
export interface Publication {
  readonly descriptor: DocumentDescriptor;
  readonly id: string;
  readonly access: DocumentAccess | null;
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
    const effects = [changing(service, request, { target, times, access: write.access }), schedule];
    const intent = { kind: 'plan', id, expected: expectedBy(write), effects } as const;
    await documentsOf(service, descriptor).write(intent, request.context);
    return { status: 200, body: JSON.stringify(schedule.found) };
  };
}

interface Change {
  readonly target: ScheduleTarget;
  readonly times: ScheduleChange;
  readonly access: DocumentAccess | null;
}

/**
 * Changes the schedule in the transaction of the write that it belongs to; with authentication it records the
 * requester.
 */
function changing(service: Service, { origin }: ApiRequest, { target, times, access }: Change): Effect {
  return {
    when: 'always',
    async run(connection) {
      const actorId = authorOf(access);
      if (!(await changeSchedule(connection, target, times, actorId)) || service.auth === null) return;
      const isSet = typeof times.publish === 'number' || typeof times.unpublish === 'number';
      const type: AuditType = isSet ? 'schedule.set' : 'schedule.cancelled';
      const reason = `${target.kind} ${target.slug} ${target.document}`;
      await service.auth.audit.record(connection, { type, outcome: 'success', actorId, reason, origin });
    },
  };
}
