import type { DocumentAccess } from '../../access/document-access.js';
import type { AdminFieldMeta } from '../../codegen/admin-meta.js';
import type { AdminDocumentAccess } from '../../codegen/admin-replies.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import { globalId } from '../../documents/document-model.js';
import { isAllowed } from '../../documents/write/decide-document.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { admit } from '../auth-routes/users/admit.js';
import { standsOver } from '../auth-routes/users/manage-rule.js';
import { findTarget, targetId } from '../auth-routes/users/user-target.js';
import { collectionOf, documentIdOf, documentsOf } from '../handlers/addressed-document.js';
import { admitRead } from '../handlers/document-admission.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf } from '../security/authorize.js';
import { collectionIn, globalIn } from './addressed.js';
import type { ReadAdminMeta } from './admin-meta-file.js';
import { dashboardRequester } from './dashboard-requester.js';
import { isLetIn } from './requester-rights.js';
import { visibleMeta } from './visible-meta.js';

/** `GET /api/admin/access/{slug}/{id}`: what the requester may do with one document that they may read. */
export function readDocumentAccess(readFile: ReadAdminMeta): RouteHandler {
  return async function readAccess(request, service): Promise<Reply> {
    await dashboardRequester(request, service);
    const descriptor = collectionIn(request, service);
    if (descriptor.builtIn === 'users') return userAccess(request, service, descriptor, readFile);
    const access = await admitRead(request, service, descriptor);
    refuseParameters(request.search);
    const id = documentIdOf(request, descriptor);
    const document = await collectionOf(service, descriptor).find(id, request.context);
    const question = { access, descriptor, id, document };
    return reply({
      update: await isAllowed(question, 'update'),
      delete: await isAllowed(question, 'delete'),
      fields: await fieldsOf(service, descriptor, access, readFile),
    });
  };
}

/** `GET /api/admin/access/globals/{slug}`: the same for a global. */
export function readGlobalAccess(readFile: ReadAdminMeta): RouteHandler {
  return async function readAccess(request, service): Promise<Reply> {
    await dashboardRequester(request, service);
    const descriptor = globalIn(request, service);
    const access = await admitRead(request, service, descriptor);
    refuseParameters(request.search);
    const document = await documentsOf(service, descriptor).find(globalId, request.context);
    return reply({
      update: await isAllowed({ access, descriptor, id: globalId, document }, 'update'),
      delete: false,
      fields: await fieldsOf(service, descriptor, access, readFile),
    });
  };
}

/** Every user may change their own record; other records require a higher rank (docs/spec/auth.md#users). */
async function userAccess(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  readFile: ReadAdminMeta,
): Promise<Reply> {
  const { requester, self, context } = await admit(request, service, descriptor, 'read');
  refuseParameters(request.search);
  const auth = authOf(service);
  const target = await findTarget(auth, targetId(request));
  const document = await collectionOf(service, descriptor).find(target.id, context);
  const { access } = context;
  const over = standsOver(requester, target.role, auth.roles);
  const mayManage = async (operation: 'update' | 'delete'): Promise<boolean> =>
    over &&
    isLetIn(requester.role, descriptor.access?.[operation]) &&
    (await isAllowed({ access, descriptor, id: target.id, document }, operation));
  return reply({
    update: self || (await mayManage('update')),
    delete: await mayManage('delete'),
    fields: await fieldsOf(service, descriptor, access, readFile),
  });
}

async function fieldsOf(
  { contract }: Service,
  descriptor: DocumentDescriptor,
  access: DocumentAccess | null,
  readFile: ReadAdminMeta,
): Promise<AdminDocumentAccess['fields']> {
  const meta = await readFile();
  const seen = access === null ? { ...meta, profile: [] } : visibleMeta(contract, meta, access);
  const documents = descriptor.kind === 'global' ? seen.globals : seen.collections;
  const own = documents.find(({ slug }) => slug === descriptor.slug);
  const paths: Record<string, boolean> = {};
  // A requester who sees no other users sees their own record.
  collect(own?.fields ?? seen.profile, paths);
  return paths;
}

/** If two blocks have a field of the same path, the stricter rule counts. */
function collect(fields: readonly AdminFieldMeta[], paths: Record<string, boolean>): void {
  for (const { path, canUpdate, fields: inner = [], blocks = [] } of fields) {
    paths[path] = canUpdate && (paths[path] ?? true);
    collect(inner, paths);
    for (const block of blocks) collect(block.fields, paths);
  }
}

function reply(answer: AdminDocumentAccess): Reply {
  return { status: 200, body: JSON.stringify(answer) };
}
