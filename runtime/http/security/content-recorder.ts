import type { DocumentAccess } from '../../access/document-access.js';
import type { AuditEvent, RequestOrigin } from '../../auth/audit/audit-log.js';
import { auditSubject } from '../../codegen/audit-subject.js';
import type { AuditType } from '../../codegen/audit-types.js';
import { typeNamed } from '../../codegen/document-name.js';
import type { OperationContext, RecordedWrite } from '../../documents/operation-context.js';
import { authorOf } from '../../documents/versions/record-version.js';
import type { Service } from '../api.js';

/** The request that writes, as it is when it does. */
interface WritingRequest {
  readonly access: DocumentAccess | null;
  readonly origin: RequestOrigin;
}

const types: Readonly<Record<RecordedWrite['event'], AuditType>> = {
  create: 'document.created',
  update: 'document.changed',
  publish: 'document.published',
  unpublish: 'document.unpublished',
  discard: 'document.discarded',
  restore: 'document.restored',
  delete: 'document.deleted',
};

/**
 * Returns what notes the changes of documents by a request in the audit log (docs/spec/auth.md#audit-log);
 * undefined without authentication, or where `auth.auditContent` is off. Users are left out: their accounts
 * have entries of their own.
 */
export function contentRecorder(
  { auth }: Pick<Service, 'auth'>,
  request: WritingRequest,
): OperationContext['recordWrite'] {
  const changed = auth?.audit.changed ?? null;
  if (changed === null) return undefined;
  return async (connection, { document, id, event, isAutosave = false, isPurge = false }) => {
    // The trash notes ends for good itself, also where changes are not noted.
    if (document === 'users' || isPurge) return;
    const named = typeNamed(document);
    const { ip, userAgent, requestId } = request.origin;
    const actorId = authorOf(request.access);
    const entry: AuditEvent = {
      ...{ type: types[event], outcome: 'success', actorId, reason: auditSubject({ ...named, id }) },
      origin: { ip, userAgent, requestId },
    };
    await changed(connection, entry, isAutosave ? 'typing' : 'each');
  };
}
