import { decideView } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { AuditType } from '../../codegen/audit-types.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult, Validator } from '../../documents/operation.js';
import { authorOf } from '../../documents/record-version.js';
import {
  changeSchedule,
  type DocumentSchedule,
  readSchedule as readStored,
  type ScheduleChange,
  type ScheduleTarget,
} from '../../documents/schedule/schedule.js';
import { badInput } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { authorizeStep } from '../authorize.js';
import type { ExpectedRevisions } from '../entity-tags.js';
import { hasBody } from '../json-body.js';
import { requireObject } from '../json-object.js';
import { refuseParameters } from '../no-parameters.js';
import { expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { type PublishTimes, publishTimes } from './publish-times.js';
import { documentReply } from './reply.js';
import { subjectOf } from './step-subject.js';

/** A route that publishes, with what it takes to do the same when the time has come. */
export interface PublishHandler extends RouteHandler {
  readonly publishes: { readonly descriptor: DocumentDescriptor; readonly validator: Validator };
}

/**
 * `POST .../publish`: the pending draft becomes what is published, at once or at `publishAt`; `unpublishAt` takes it back. A time that is
 * over means at once, and whoever publishes at once does what was planned.
 */
export function publishDocument(descriptor: DocumentDescriptor, validator: Validator): PublishHandler {
  async function publish(request: ApiRequest, service: Service): Promise<Reply> {
    const { access, body } = await authorizeStep(request, service, descriptor);
    const { id, drafts } = subjectOf(request, service, descriptor);
    refuseParameters(request.search);
    const expected = expectedByHeader(request.header('if-match'));
    const sent = hasBody(request) ? requireObject(await body()) : {};
    const target = targetOf(descriptor, id);
    const times = publishTimes(sent, service.operations.clock());
    const planned = await plannedTimes(sent, times, async () => {
      let schedule: DocumentSchedule | null = null;
      const also = async (connection: Connection): Promise<void> => {
        schedule = await readStored(connection, target, { tellsWhy: false });
      };
      await drafts.plan({ expectedRevision: null, also }, request.context);
      return schedule;
    });
    const also = change(service, request, { target, times: planned ?? times, access });
    const document = await withExpectedRevision(expected, (expectedRevision): Promise<DocumentResult> => {
      const conditions = { expectedRevision, also };
      return planned === null
        ? drafts.publish({ ...conditions, validator }, request.context)
        : drafts.plan(conditions, request.context);
    });
    return documentReply(document);
  }
  return Object.assign(publish, { publishes: { descriptor, validator } });
}

/**
 * What changes of the plan where nothing is published now: a time to come, a time that is taken back, and an end for a publication
 * that is planned already (an embargo is not lifted by a word about its end). Null: publish now.
 */
async function plannedTimes(
  sent: JsonObject,
  { publish, unpublish }: PublishTimes,
  schedule: () => Promise<DocumentSchedule | null>,
): Promise<ScheduleChange | null> {
  const end = unpublish === undefined ? {} : { unpublish };
  if (publish !== null || sent['publishAt'] === null) return { publish, ...end };
  if (sent['publishAt'] !== undefined || unpublish === undefined) return null;
  if (unpublish === null) return end;
  const planned = (await schedule())?.publishAt ?? null;
  if (planned === null) return null;
  if (unpublish > Date.parse(planned)) return end;
  const message = 'must be later than the publication';
  throw badInput(`unpublishAt: ${message}`, [{ path: 'unpublishAt', message }]);
}

/** `GET .../schedule`: what is to happen to a document, for whoever may change it. */
export function readSchedule(descriptor: DocumentDescriptor): RouteHandler {
  return answerSchedule(descriptor, {}, () => 'any');
}

/** `DELETE .../schedule`: nothing is to happen to it. `If-Match` holds it to a revision, as every DELETE. */
export function cancelSchedule(descriptor: DocumentDescriptor): RouteHandler {
  const times = { publish: null, unpublish: null };
  return answerSchedule(descriptor, times, (request) => expectedByHeader(request.header('if-match')));
}

/** For the transaction of who unpublishes by hand: nothing that was planned brings the document back or takes it away again. */
export function withoutSchedule(descriptor: DocumentDescriptor, id: string): ScheduleStep {
  return clearing(descriptor, id, { publish: null, unpublish: null });
}

/** For the transaction of who discards a draft: its publication was planned, not that of the next one. */
export function withoutPublication(descriptor: DocumentDescriptor, id: string): ScheduleStep {
  return clearing(descriptor, id, { publish: null });
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
    const { id, drafts } = subjectOf(request, service, descriptor);
    refuseParameters(request.search);
    const target = targetOf(descriptor, id);
    const apply = change(service, request, { target, times, access });
    const tellsWhy = access === null || decideView(descriptor, null, access) === 'merged';
    let schedule: DocumentSchedule | null = null;
    const also = async (connection: Connection): Promise<void> => {
      await apply(connection);
      schedule = await readStored(connection, target, { tellsWhy });
    };
    await withExpectedRevision(expectedBy(request), (expectedRevision) =>
      drafts.plan({ expectedRevision, also }, request.context),
    );
    return { status: 200, body: JSON.stringify(schedule) };
  };
}

interface Change {
  readonly target: ScheduleTarget;
  readonly times: ScheduleChange;
  readonly access: DocumentAccess | null;
}

/** Changes the schedule in the transaction of the write that it belongs to, and with authentication notes who did. */
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
