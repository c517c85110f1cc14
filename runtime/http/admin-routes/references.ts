import type { AdminMeta } from '../../codegen/admin-meta.js';
import type { AdminDocumentName } from '../../codegen/admin-overview.js';
import type { AdminReference, AdminReferences } from '../../codegen/admin-replies.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DeletionPreview } from '../../documents/operation.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { admit } from '../auth-routes/users/admit.js';
import { requireOver } from '../auth-routes/users/manage-rule.js';
import { findTarget, targetId } from '../auth-routes/users/user-target.js';
import { collectionOf, documentIdOf } from '../handlers/addressed-document.js';
import { admitWrite } from '../handlers/document-admission.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf } from '../security/authorize.js';
import { collectionIn } from './addressed.js';
import type { ReadAdminMeta } from './admin-meta-file.js';
import { dashboardRequester } from './dashboard-requester.js';
import { nameOf, namingFields, readList, titlePathOf } from './readable-list.js';

/** Max named documents of a reference. */
const maxNamed = 10;
/**
 * Max documents that are checked for those that may be named: as many as `in` accepts
 * (docs/spec/contract.md#operators).
 */
const maxLookedAt = 500;

/**
 * `GET /api/admin/references/{slug}/{id}`: the documents that refer to a document, and the effect of deleting
 * it. For requesters who may delete it, as far as they may read the documents and the referring fields.
 * Others are not shown at all: if one of them prevents the deletion, `deletable` is true, and the deletion
 * itself is refused, without a name.
 */
export function readReferences(readFile: ReadAdminMeta): RouteHandler {
  return async function readReferencesTo(request, service): Promise<Reply> {
    await dashboardRequester(request, service);
    const descriptor = collectionIn(request, service);
    const id = await deletable(request, service, descriptor);
    const preview = await collectionOf(service, descriptor).previewDeletion(id, request.context);
    const meta = await readFile();
    const references: AdminReference[] = [];
    for (const found of preview.references) {
      references.push(await referenceOf(request, service, meta, found));
    }
    const answer: AdminReferences = {
      deletable: !preview.restricted,
      references,
      deleted: totals(preview.deleted).map(({ slug, total }) => ({ slug, total })),
      cleared: totals(preview.cleared),
    };
    return { status: 200, body: JSON.stringify(answer) };
  };
}

/** Returns the id of a document that the requester may delete. */
async function deletable(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<string> {
  if (descriptor.builtIn !== 'users') {
    await admitWrite(request, service, descriptor, 'delete');
    refuseParameters(request.search);
    const id = documentIdOf(request, descriptor);
    await collectionOf(service, descriptor).find(id, request.context);
    return id;
  }
  const { requester } = await admit(request, service, descriptor, 'delete');
  const auth = authOf(service);
  const target = await findTarget(auth, targetId(request));
  requireOver(requester, target.role, auth.roles);
  refuseParameters(request.search);
  return target.id;
}

async function referenceOf(
  request: ApiRequest,
  service: Service,
  meta: AdminMeta,
  { document, field, onDelete, ids }: DeletionPreview['references'][number],
): Promise<AdminReference> {
  return {
    kind: document.kind,
    slug: document.slug,
    field: field.path,
    onDelete,
    total: ids.length,
    documents: await namesOf(request, service, meta, { document, ids }),
  };
}

async function namesOf(
  { context }: ApiRequest,
  service: Service,
  meta: AdminMeta,
  { document, ids }: { readonly document: DocumentDescriptor; readonly ids: readonly string[] },
): Promise<readonly AdminDocumentName[]> {
  if (document.kind === 'global') {
    const { label = null } = meta.globals.find(({ slug }) => slug === document.slug) ?? {};
    return [{ kind: 'global', slug: document.slug, id: 'global', title: label }];
  }
  const title = titlePathOf(meta, document);
  const { docs } = await readList(service, context, document, {
    where: { id: { in: ids.slice(0, maxLookedAt) } },
    limit: maxNamed,
    count: 'none',
    select: namingFields(document, title),
  });
  return docs.map((one) => nameOf(document, one, title));
}

/** As an answer lists them: only where there are any. */
export function totals(counted: ReadonlyMap<DocumentDescriptor, number>): AdminReferences['cleared'] {
  return [...counted]
    .filter(([, total]) => total > 0)
    .map(([{ kind, slug }, total]) => ({ kind, slug, total }));
}
