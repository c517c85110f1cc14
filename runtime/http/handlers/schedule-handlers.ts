import type { DocumentAccess } from '../../access/document-access.js';
import { nameOf } from '../../access/scopes.js';
import { seesDrafts } from '../../access/unseen-draft.js';
import type { AuditType } from '../../codegen/audit-types.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult, Validator } from '../../documents/operation.js';
import { notFound } from '../../documents/read/find-stored.js';
import {
  changeSchedule,
  type DocumentSchedule,
  readSchedule as readStored,
  type ScheduleChange,
  type ScheduleTarget,
} from '../../documents/schedule/schedule.js';
import { authorOf } from '../../documents/versions/record-version.js';
import { badInput } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeStep } from '../security/authorize.js';
import type { ExpectedRevisions } from '../transport/entity-tags.js';
import { documentIdOf, draftsOf } from './addressed-document.js';
import { expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { type PublishTimes, publishTimes } from './publish-times.js';
import { documentReply } from './reply.js';

/** A publishing route, with what the scheduler needs to publish later. */
export interface PublishHandler extends RouteHandler {
  readonly publishes: { readonly descriptor: DocumentDescriptor; readonly validator: Validator };
}

/**
 * `POST .../publish`: publishes the pending draft, at once or at `publishAt`; `unpublishAt` schedules its
 * end. A time in the past means at once. A publication at once replaces a scheduled one.
 */
export function publishDocument(descriptor: DocumentDescriptor, validator: Validator): PublishHandler {
  async function publish(request: ApiRequest, service: Service): Promise<Reply> {
    const { access } = await authorizeStep(request, service, descriptor);
    const id = documentIdOf(request, descriptor);
    const drafts = draftsOf(service, descriptor);
    // Also for a scheduled publication: the draft seen now is what is published later.
    if (!seesDrafts(descriptor, access)) throw notFound(nameOf(descriptor), id);
    refuseParameters(request.search);
    const expected = expectedByHeader(request.header('if-match'));
    const input = requireObject(await request.optionalBody());
    const target = targetOf(descriptor, id);
    const times = publishTimes(input, service.operations.clock());
    const planned = await plannedTimes(input, times, async () => {
      let schedule: DocumentSchedule | null = null;
      const also = async (connection: Connection): Promise<void> => {
        schedule = await readStored(connection, target);
      };
      await drafts.plan(id, { expectedRevision: null, also }, request.context);
      return schedule;
    });
    const also = change(service, request, { target, times: planned ?? times, access });
    const document = await withExpectedRevision(expected, (expectedRevision): Promise<DocumentResult> => {
      const conditions = { expectedRevision, also };
      return planned === null
        ? drafts.publish(id, { ...conditions, validator }, request.context)
        : drafts.plan(id, conditions, request.context);
    });
    return documentReply(document);
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
  const message = 'must be later than the publication';
  throw badInput(`unpublishAt: ${message}`, [{ path: 'unpublishAt', message }]);
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
  return answerSchedule(descriptor, times, (request) => expectedByHeader(request.header('if-match')));
}

/**
 * Runs in the transaction of an unpublication by a user: no scheduled step publishes or unpublishes the
 * document afterwards.
 */
export function withoutSchedule(descriptor: DocumentDescriptor, id: string): ScheduleStep {
  return clearing(descriptor, id, { publish: null, unpublish: null });
}

/**
 * Runs in the transaction that discards a draft: the publication of this draft was scheduled, not that of the
 * next one.
 */
export function withoutPublication(descriptor: DocumentDescriptor, id: string): ScheduleStep {
  return clearing(descriptor, id, { publish: null });
}

/** Runs in the transaction of a publication by a user: it replaces the scheduled publication. */
export function withPublication(
  service: Service,
  request: ApiRequest,
  { descriptor, id, access }: Publication,
): ScheduleStep {
  return change(service, request, { target: targetOf(descriptor, id), times: { publish: null }, access });
}

/** A document to publish, with the rights of the requester. */
export interface Publication {
  readonly descriptor: DocumentDescriptor;
  readonly id: string;
  readonly access: DocumentAccess | null;
}

type ScheduleStep = (connection: Connection) => Promise<void>;

function clearing(descriptor: DocumentDescriptor, id: string, change: ScheduleChange): ScheduleStep {
  return async (connection) =>
    void (await changeSchedule(connection, targetOf(descriptor, id), change, null));
}

function answerSchedule(
  descriptor: DocumentDescriptor,
  times: ScheduleChange,
  expectedBy: (request: ApiRequest) => ExpectedRevisions,
): RouteHandler {
  return async function answer(request, service): Promise<Reply> {
    const { access } = await authorizeStep(request, service, descriptor);
    const id = documentIdOf(request, descriptor);
    refuseParameters(request.search);
    const target = targetOf(descriptor, id);
    const apply = change(service, request, { target, times, access });
    let schedule: DocumentSchedule | null = null;
    const also = async (connection: Connection): Promise<void> => {
      await apply(connection);
      schedule = await readStored(connection, target);
    };
    await withExpectedRevision(expectedBy(request), (expectedRevision) =>
      draftsOf(service, descriptor).plan(id, { expectedRevision, also }, request.context),
    );
    return { status: 200, body: JSON.stringify(schedule) };
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
function change(
  service: Service,
  { origin }: ApiRequest,
  { target, times, access }: Change,
): (connection: Connection) => Promise<void> {
  return async (connection) => {
    const actorId = authorOf(access);
    if (!(await changeSchedule(connection, target, times, actorId)) || service.auth === null) return;
    const isSet = typeof times.publish === 'number' || typeof times.unpublish === 'number';
    const type: AuditType = isSet ? 'schedule.set' : 'schedule.cancelled';
    const reason = `${target.kind} ${target.slug} ${target.document}`;
    await service.auth.audit.record(connection, { type, outcome: 'success', actorId, reason, origin });
  };
}

function targetOf({ kind, slug }: DocumentDescriptor, document: string): ScheduleTarget {
  return { kind, slug, document };
}
