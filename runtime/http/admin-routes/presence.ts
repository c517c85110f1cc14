import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { AuthServices } from '../../auth/auth-services.js';
import { noteLeft, notePresent, type OpenedDocument, othersPresent } from '../../auth/presence/presence.js';
import type { AdminPresence } from '../../codegen/admin-replies.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { globalId } from '../../documents/document-model.js';
import { isAllowed } from '../../documents/write/decide-document.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import { wrongType } from '../../fields/input-issue.js';
import type { SelectNode } from '../../query/plan.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { documentIdOf, documentsOf } from '../handlers/addressed-document.js';
import { admitRead } from '../handlers/document-admission.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { collectionIn, globalIn } from './addressed.js';
import { dashboardRequester } from './dashboard-requester.js';

/** `POST /api/admin/presence/{slug}/{id}`: docs/spec/content-tools.md#together. */
export async function postPresence(request: ApiRequest, service: Service): Promise<Reply> {
  await dashboardRequester(request, service);
  const descriptor = collectionIn(request, service);
  return present(request, service, descriptor, () => documentIdOf(request, descriptor));
}

/** `POST /api/admin/presence/globals/{slug}`: the same for a global. */
export async function postGlobalPresence(request: ApiRequest, service: Service): Promise<Reply> {
  await dashboardRequester(request, service);
  return present(request, service, globalIn(request, service), () => globalId);
}

async function present(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
  idOf: () => string,
): Promise<Reply> {
  const access = await admitRead(request, service, descriptor);
  refuseParameters(request.search);
  const id = idOf();
  const documents = documentsOf(service, descriptor);
  // As the form of the dashboard reads it: with the draft, for those who see drafts.
  const shape = { depth: 0, select: headOnly, draft: seesDrafts(descriptor, access) };
  const { revision, json } = await documents.read(id, { document: descriptor, shape }, request.context);
  const { updatedAt } = JSON.parse(json.toString()) as JsonObject;
  const { state, revision: known } = stateOf(await request.body());
  const opened = { kind: descriptor.kind, slug: descriptor.slug, document: id };
  const requester = access?.requester;
  const isEditor =
    requester?.kind === 'user' && (await isEditorOf({ request, service, descriptor, access, id }));
  const answer: AdminPresence = {
    revision,
    updatedAt: typeof updatedAt === 'string' ? updatedAt : null,
    changedBy:
      known === null || known === revision ? null : await lastAuthor(request, service, descriptor, id),
    others:
      isEditor && service.auth !== null
        ? await othersOf(service.auth, opened, { userId: requester.user.id, state })
        : [],
  };
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(answer) };
}

const headOnly: SelectNode = { fields: new Map([['updatedAt', null]]) };

interface Opened {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly descriptor: DocumentDescriptor;
  readonly access: DocumentAccess | null;
  readonly id: string;
}

/**
 * Whether a user may change the document, and sees its drafts. Readers, who may have registered themselves,
 * would tell editors nothing, and could push them out of the list.
 */
async function isEditorOf({ request, service, descriptor, access, id }: Opened): Promise<boolean> {
  if (descriptor.drafts && !seesDrafts(descriptor, access)) return false;
  if (access?.verdict(descriptor, 'update') === 'denied') return false;
  const document = await documentsOf(service, descriptor).find(id, request.context);
  return isAllowed({ access, descriptor, id, document }, 'update');
}

const states = ['reading', 'editing', 'left'] as const;

interface ClientState {
  readonly state: (typeof states)[number];
  /** The revision that the client shows. */
  readonly revision: number | null;
}

function stateOf(body: unknown): ClientState {
  const { state, revision = null, ...others } = requireObject(body);
  const [other] = Object.keys(others);
  if (other !== undefined) throw badInputAt(other.slice(0, 100), reason('property.unknown', {}));
  const found = states.find((one) => one === state);
  if (found === undefined) throw badInputAt('state', reason('input.notAllowed', { values: states }));
  if (revision !== null && !Number.isSafeInteger(revision)) throw wrongType('revision', 'revision', revision);
  return { state: found, revision: revision === null ? null : Number(revision) };
}

/** Names are told as those of versions are: also to users who may not read the list of users. */
async function othersOf(
  { driver, users, clock }: AuthServices,
  opened: OpenedDocument,
  { userId, state }: { readonly userId: string; readonly state: ClientState['state'] },
): Promise<AdminPresence['others']> {
  const now = clock();
  if (state === 'left') {
    await noteLeft(driver, opened, userId);
    return [];
  }
  await notePresent(driver, opened, { userId, isEditing: state === 'editing', now });
  const others = await othersPresent(driver, opened, { userId, now });
  return Promise.all(
    others.map(async (one) => ({
      id: one.userId,
      name: (await users.find(driver, one.userId))?.name ?? null,
      since: new Date(one.since).toISOString(),
      isEditing: one.isEditing,
    })),
  );
}

/** Who has made the newest version; null where there is no history, or the requester may not read it. */
async function lastAuthor(
  { context }: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
  id: string,
): Promise<AdminPresence['changedBy']> {
  const { versions } = documentsOf(service, descriptor);
  if (versions === undefined) return null;
  try {
    const { json } = await versions.list(id, { page: 1, limit: 1 }, context);
    const { docs } = JSON.parse(json.toString()) as { readonly docs: readonly JsonObject[] };
    const [newest] = docs;
    if (!isJsonObject(newest) || typeof newest['createdBy'] !== 'string') return null;
    const name = newest['createdByName'];
    return { id: newest['createdBy'], name: typeof name === 'string' ? name : null };
  } catch (error) {
    if (isServiceError(error) && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}
