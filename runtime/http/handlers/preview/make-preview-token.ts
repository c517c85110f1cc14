import { seesDrafts } from '../../../access/decide-view.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import type { UserRequester } from '../../../access/requester.js';
import { auditSubject } from '../../../codegen/audit-subject.js';
import type { DocumentDescriptor } from '../../../codegen/descriptors.js';
import { nameOf } from '../../../codegen/document-name.js';
import { documentPath } from '../../../codegen/routes/document-routes.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { ApiRequest, Service } from '../../api.js';
import { documentsOf } from '../addressed-document.js';
import { encipherPreview, type Secrets } from './preview-token.js';

const lifetime = 3_600_000;

/** The body of the response. */
export interface PreviewToken {
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Without authentication everyone reads all drafts: a token says which document is shown, and protects
 * nothing.
 */
export function secretsOf({ auth }: Service): Secrets {
  return auth === null ? ['svc'] : [auth.options.secret, ...auth.options.previousSecrets];
}

/**
 * Refuses requesters who get no preview token: it acts for a user with a session who reads drafts.
 *
 * @throws ServiceError FORBIDDEN
 */
export function refuseWithoutDrafts(descriptor: DocumentDescriptor, access: DocumentAccess | null): void {
  if (!seesDrafts(descriptor, access)) {
    throw new ServiceError('FORBIDDEN', reason('preview.draftsDenied', { collection: nameOf(descriptor) }));
  }
  if (access !== null) userOf(access);
}

function userOf({ requester }: DocumentAccess): UserRequester {
  if (requester.kind === 'user') return requester;
  throw new ServiceError('FORBIDDEN', reason('access.sessionRequired'));
}

/**
 * Makes a token for the draft of one document, and notes it in the audit log.
 *
 * @throws ServiceError NOT_FOUND for a document that the requester may not see.
 */
export async function makePreviewToken(
  request: ApiRequest,
  service: Service,
  {
    descriptor,
    id,
    access,
  }: {
    readonly descriptor: DocumentDescriptor;
    readonly id: string;
    readonly access: DocumentAccess | null;
  },
): Promise<PreviewToken> {
  await documentsOf(service, descriptor).find(id, request.context);
  const { auth, operations } = service;
  const expires = (auth?.clock ?? operations.clock)() + lifetime;
  const requester = access === null ? null : userOf(access);
  const session = requester && { userId: requester.user.id, sessionId: requester.session.id };
  const preview = { path: documentPath(descriptor), id, session, expires };
  if (auth !== null && session !== null) {
    await auth.audit.record(auth.driver, {
      type: 'preview.token',
      outcome: 'success',
      actorId: session.userId,
      sessionId: session.sessionId,
      reason: auditSubject({ kind: descriptor.kind, slug: descriptor.slug, id }),
      origin: request.origin,
    });
  }
  const token = encipherPreview(preview, secretsOf(service));
  return { token, expiresAt: new Date(expires).toISOString() };
}
