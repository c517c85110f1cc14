import type { DocumentAccess } from '../access/document-access.js';
import { anonymous } from '../access/requester.js';
import { createServiceAccess } from '../access/service-access.js';
import type { AuditLog, RequestOrigin } from '../auth/audit/audit-log.js';
import { auditSubject } from '../codegen/audit-subject.js';
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import { documentPath } from '../codegen/routes/document-routes.js';
import type { HookRequest } from '../config/hook-request.js';
import type { LocalScope } from '../documents/local/local-scope.js';
import type { OperationContext } from '../documents/operation-context.js';
import { authorOf } from '../documents/versions/record-version.js';
import type { Effect } from '../documents/write/intent.js';
import type { OpenedParts, ServicePart } from '../http/api.js';
import { createRetention } from './retention.js';

/** Adds the trash to a service: entries in the audit log, and the end of what was kept long enough. */
export function openTrash(opened: OpenedParts): ServicePart {
  const { contract, operations, auth, logError } = opened;
  const audit = auth?.services.audit ?? null;
  return {
    effectsOf: ({ kind, descriptor, id, access }, { origin }) =>
      kind === 'purge'
        ? [purgedEffect(audit, { slug: descriptor.slug, id, actorId: actorOf(access), origin })]
        : [],
    work: createRetention({
      ...{ contract, operations, logError },
      contextFor: (collection) => contextOf(opened, collection),
      effectsFor: ({ descriptor, id }) => [
        purgedEffect(audit, { slug: descriptor.slug, id, actorId: null, origin: noOrigin }),
      ],
    }),
  };
}

/** Rights are null for the service itself, too. Only what time ends has no actor. */
function actorOf(access: DocumentAccess | null): string | null {
  return access === null ? 'system' : authorOf(access);
}

const noOrigin: RequestOrigin = { ip: null, userAgent: null, requestId: null };

interface PurgedDocument {
  readonly slug: string;
  readonly id: string;
  readonly actorId: string | null;
  readonly origin: RequestOrigin;
}

/** Records that a document was deleted for good. */
function purgedEffect(
  audit: Pick<AuditLog, 'record'> | null,
  { slug, id, actorId, origin }: PurgedDocument,
): Effect {
  return {
    when: 'always',
    async run(connection) {
      const entry = { type: 'document.purged', outcome: 'success', actorId, origin } as const;
      await audit?.record(connection, { ...entry, reason: auditSubject({ kind: 'collection', slug, id }) });
    },
  };
}

/** Whom hooks see when the time of a document has passed: the service itself. */
function contextOf(
  { contract, auth, scopeFor }: OpenedParts,
  collection: CollectionDescriptor,
): OperationContext {
  const scope = scopeFor(anonymous);
  const req = requestOf(collection, scope);
  return { requestId: 'trash', req, access: auth === null ? null : createServiceAccess(contract), scope };
}

function requestOf(collection: CollectionDescriptor, scope: LocalScope): HookRequest {
  const path = `${documentPath(collection)}/trash/empty`;
  return {
    ...{ method: 'POST', url: path, path, headers: {}, query: {}, params: {} },
    get: () => undefined,
    get local() {
      return scope.local('trash');
    },
  };
}
