/** Reads with `X-Svc-Preview`: docs/spec/content-tools.md#preview-and-autosave. */

import { seesDrafts } from '../../../access/decide-view.js';
import type { UserRequester } from '../../../access/requester.js';
import type { DocumentDescriptor } from '../../../codegen/descriptors.js';
import { documentPath } from '../../../codegen/routes/document-routes.js';
import { globalId } from '../../../documents/document-model.js';
import { mayRead } from '../../../documents/read/read-rights.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import { parseReadQuery } from '../../../query/parse/read-query.js';
import type { ReadPlan } from '../../../query/plan.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { varyOf } from '../../security/api-headers.js';
import { authorizeDocuments } from '../../security/authorize.js';
import { findRequester } from '../../security/session-requester.js';
import { entityTag } from '../../transport/entity-tags.js';
import { documentIdOf, documentsOf } from '../addressed-document.js';
import { admitRead } from '../document-admission.js';
import { refuseDraftsIn } from '../draft-readers.js';
import { secretsOf } from './make-preview-token.js';
import { decipherPreview, type Preview } from './preview-token.js';

/** A read of one document with a token. */
export interface TokenRead {
  readonly descriptor: DocumentDescriptor;
  readonly token: string;
}

/**
 * `GET` of one document with a preview token. The document of the token is shown with its draft, by the
 * rights that the user of the token has now. Any other document is shown as published, by the rights of the
 * request itself: the token opens nothing else.
 *
 * @throws ServiceError UNAUTHENTICATED for a token that is altered, expired, or whose user has logged out or
 * may not read drafts any longer.
 */
export async function readPreview(
  request: ApiRequest,
  service: Service,
  { descriptor, token }: TokenRead,
): Promise<Reply> {
  const preview = decipherPreview(token, secretsOf(service));
  const now = (service.auth?.clock ?? service.operations.clock)();
  const requester = preview === null || preview.expires <= now ? null : await requesterOf(preview, service);
  if (preview === null || requester === null) throw ended(request);
  const id = descriptor.kind === 'global' ? globalId : (request.params['id'] ?? '');
  if (preview.path !== documentPath(descriptor) || preview.id !== id) {
    return readOther(request, service, descriptor);
  }
  if (requester !== 'everyone') request.signIn(requester);
  const access = await authorizeDocuments(request, service);
  if (!seesDrafts(descriptor, access) || !(await mayRead(access, descriptor, id))) throw ended(request);
  const plan = parseReadQuery(request.search, { document: descriptor, scope: service.scope });
  const draft = plan.shape.draft ?? (access === null ? true : null);
  return reply(request, service, { ...plan, shape: { ...plan.shape, draft, isPreview: true } });
}

async function readOther(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
): Promise<Reply> {
  const access = await admitRead(request, service, descriptor);
  refuseDraftsIn(request.search, access);
  const plan = parseReadQuery(request.search, { document: descriptor, scope: service.scope });
  return reply(request, service, { ...plan, shape: { ...plan.shape, draft: plan.shape.draft ?? false } });
}

/** Null once the session has ended. Without authentication there are no users. */
async function requesterOf(
  { session }: Preview,
  { auth }: Service,
): Promise<UserRequester | 'everyone' | null> {
  if (auth === null) return 'everyone';
  return session === null ? null : ((await findRequester(auth, session))?.requester ?? null);
}

/** No cache keeps it, and a tag of the client is not looked at: it may be that of the published document. */
async function reply(request: ApiRequest, service: Service, plan: ReadPlan): Promise<Reply> {
  const id = documentIdOf(request, plan.document);
  const { json, revision } = await documentsOf(service, plan.document).read(id, plan, request.context);
  const vary = varyOf({ authenticates: service.auth !== null, variesByOrigin: false });
  return {
    status: 200,
    headers: {
      ETag: entityTag(revision),
      'Cache-Control': 'no-store',
      Vary: `${vary}, X-Svc-Preview`,
    },
    body: json,
  };
}

function ended(request: ApiRequest): ServiceError {
  request.decided();
  return new ServiceError('UNAUTHENTICATED', reason('preview.ended'));
}
