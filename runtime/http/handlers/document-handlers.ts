import { hasFieldAccess } from '../../access/field-rights.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Once } from '../../documents/idempotency/once.js';
import type { Validator } from '../../documents/operation.js';
import type { CreateIntent, UpdateIntent } from '../../documents/write/intent.js';
import { parseListBody, parseListQuery, unusedParameter } from '../../query/parse/list-query.js';
import { parseReadQuery } from '../../query/parse/read-query.js';
import { namesTrash } from '../../query/parse/trash-query.js';
import type { ReadShape, WhereNode } from '../../query/plan.js';
import { relatedCollections } from '../../query/visible.js';
import { whenKnown } from '../../util/when-known.js';
import type { ApiRequest, KeptHead, Reply, RouteHandler, Service } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { collectionOf, documentIdOf, documentsOf } from './addressed-document.js';
import { admitRead, admitWrite } from './document-admission.js';
import { readOne, readPage } from './document-reads.js';
import { refuseDrafts, refuseDraftsIn } from './draft-readers.js';
import { onceOnly } from './idempotent-write.js';
import { keptOrRead } from './kept-reads.js';
import { createdReply, deletedReply, documentReply, readReply } from './reply.js';
import { deletionEffects } from './trash/deletion-effects.js';
import { namesPermanent } from './trash/permanent.js';
import { refuseUnused, refuseUnusedIn } from './unused-files.js';
import {
  draftValidatorOf,
  expectedByBody,
  expectedByHeader,
  isAutosave,
  isDraftWrite,
  refuseDraft,
} from './write-headers.js';

/** `GET /api/{slug}`: a page of documents. */
export function listDocuments(descriptor: CollectionDescriptor): RouteHandler {
  const list: RouteHandler = (request, service) =>
    whenKnown(admitRead(request, service, descriptor), (access) => {
      refuseDraftsIn(request.search, access);
      refuseUnusedIn(request.search, descriptor, access);
      return keptOrRead(request, service, { descriptor, access }, async () => {
        const plan = parseListQuery(request.search, {
          collection: descriptor,
          scope: service.scope,
          hidden: access?.fields.hidden,
        });
        const page = await readPage(request, service, descriptor, plan);
        // What refers to a document is in other collections, with rights of their own.
        const isStored = plan.isUnused !== true;
        const { json, version } = page;
        return { json, version, isRelated: isRelated(plan), isStored, respond: pageReply };
      });
    });
  if (descriptor.trash === undefined) return list;
  return async function listAny(request, service): Promise<Reply> {
    if (!namesTrash(request.search)) return list(request, service);
    return (await import('./trash/trash-reads.js')).listTrashed(request, service, descriptor);
  };
}

/** `POST /api/{slug}/query`: the same, with its parameters in a JSON body. */
export function queryDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function query(request, service): Promise<Reply> {
    const access = await admitRead(request, service, descriptor);
    refuseParameters(request.search);
    const parameters = requireObject(await request.body());
    refuseDrafts({ draft: parameters['draft'] === true }, access);
    refuseUnused(parameters[unusedParameter] !== undefined, descriptor, access);
    const plan = parseListBody(parameters, {
      collection: descriptor,
      scope: service.scope,
      hidden: access?.fields.hidden,
    });
    return pageReply((await readPage(request, service, descriptor, plan)).json);
  };
}

/** `GET /api/{slug}/:id`, `GET /api/globals/{slug}`: one document; a global shows its defaults first. */
export function readDocument(descriptor: DocumentDescriptor): RouteHandler {
  const isPersonal = hasFieldAccess(descriptor.fields);

  const read: RouteHandler = (request, service) => {
    const token = request.header('x-svc-preview');
    if (token !== undefined) return previewed(request, service, { descriptor, token });
    return whenKnown(admitRead(request, service, descriptor), (access) => {
      refuseDraftsIn(request.search, access);
      return keptOrRead(request, service, { descriptor, access }, async () => {
        const plan = parseReadQuery(request.search, { document: descriptor, scope: service.scope });
        const id = documentIdOf(request, descriptor);
        const found = await readOne(request, service, plan, id);
        return {
          json: found.json,
          version: found.version,
          isRelated: isRelated(plan),
          isStored: found.revision > 0,
          respond(json, request) {
            const document = json === found.json ? found : { ...found, json };
            return isPersonal ? documentReply(document) : readReply(document, plan, request, service);
          },
        };
      });
    });
  };
  if (descriptor.kind === 'global' || descriptor.trash === undefined) return read;
  return async function readAny(request, service): Promise<Reply> {
    if (!namesTrash(request.search)) return read(request, service);
    return (await import('./trash/trash-reads.js')).readTrashed(request, service, descriptor);
  };
}

/** A read with a preview token, which is never kept. */
async function previewed(
  request: ApiRequest,
  service: Service,
  read: { readonly descriptor: DocumentDescriptor; readonly token: string },
): Promise<Reply> {
  const { readPreview } = await import('./preview/read-preview.js');
  return readPreview(request, service, read);
}

const headOfPages: KeptHead = { lines: null };

function pageReply(json: Uint8Array | string): Reply {
  return { status: 200, body: json, head: headOfPages };
}

/** Whether documents of other collections may be part of a response, or may decide what is. */
function isRelated({
  shape,
  where,
}: {
  readonly shape: ReadShape;
  readonly where?: WhereNode | null;
}): boolean {
  const isWhole = shape.depth === 0 && shape.select === null;
  return !isWhole || (where != null && relatedCollections(where).size > 0);
}

/** `POST /api/{slug}`: creates a document. `draftValidator` is present with drafts. */
export function createDocument(
  descriptor: CollectionDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  return async function create(request, service): Promise<Reply> {
    const write = await admitWrite(request, service, descriptor, 'create');
    refuseParameters(request.search);
    const isDraft = isDraftWrite(write.draft, descriptor);
    // A new document has no version that an autosave could replace, so the header is only checked.
    isAutosave(request.header('x-autosave'), isDraft);
    const data = requireObject(await write.body());
    const intent: CreateIntent = {
      kind: 'create',
      data,
      isDraft,
      validator: isDraft ? draftValidatorOf(draftValidator) : validator,
    };
    const key = request.header('idempotency-key');
    if (key !== undefined) {
      const { createOnceOnly } = await import('./idempotent-creation.js');
      const { hashOf } = await import('./idempotent-call.js');
      return createOnceOnly(request, service, {
        ...{ descriptor, key, fingerprint: hashOf([isDraft, data]) },
        write: (once) => collectionOf(service, descriptor).write({ ...intent, once }, request.context),
      });
    }
    const document = await collectionOf(service, descriptor).write(intent, request.context);
    return createdReply(document, descriptor.slug, request);
  };
}

/**
 * `PATCH /api/{slug}/:id`, `PATCH /api/globals/{slug}`: changes fields of a document; the first change of a
 * global creates it. `draftValidator` is present with drafts.
 */
export function updateDocument(
  descriptor: DocumentDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  async function update(request: ApiRequest, service: Service): Promise<Reply> {
    const write = await admitWrite(request, service, descriptor, 'update');
    refuseParameters(request.search);
    const isDraft = isDraftWrite(write.draft, descriptor);
    const autosave = isAutosave(request.header('x-autosave'), isDraft);
    const id = documentIdOf(request, descriptor);
    const byHeader = expectedByHeader(write.ifMatch);
    const body = requireObject(await write.body());
    const { data, expected } = expectedByBody(body, byHeader);
    const intent: UpdateIntent = {
      kind: 'update',
      id,
      expected,
      data,
      isDraft,
      ...(autosave && { isAutosave: true }),
      validator: isDraft ? draftValidatorOf(draftValidator) : validator,
      effects: service.effectsOf({ kind: 'update', descriptor, id, access: write.access }, request),
    };
    return onceOnly(
      request,
      service,
      { descriptor, route: `PATCH ${request.path}`, sent: [isDraft, write.ifMatch ?? null, body] },
      async (once) => {
        const keyed = once === null ? intent : { ...intent, once };
        return {
          status: 200,
          document: await documentsOf(service, descriptor).write(keyed, request.context),
        };
      },
      documentReply,
    );
  }
  const validators = { update: validator, draft: draftValidator };
  return descriptor.kind === 'global'
    ? Object.assign(update, { bulkTarget: { descriptor, validators } })
    : update;
}

/**
 * `DELETE /api/{slug}/:id`: moves a document to the trash; where there is none, and with `permanent=true`, it
 * is deleted for good. A body is not read.
 */
export function deleteDocument(descriptor: CollectionDescriptor): RouteHandler {
  const hasTrash = descriptor.trash !== undefined;
  return async function remove(request, service): Promise<Reply> {
    const key = request.header('idempotency-key');
    if (key !== undefined) {
      const { deleteOnceOnly } = await import('./idempotent-deletion.js');
      return deleteOnceOnly(request, service, {
        descriptor,
        key,
        remove: (once) => deleteOne(request, service, once),
      });
    }
    return deleteOne(request, service);
  };

  async function deleteOne(request: ApiRequest, service: Service, once?: Once): Promise<Reply> {
    if (hasTrash && namesPermanent(request.search)) {
      const { deleteForGood } = await import('./trash/delete-for-good.js');
      return deleteForGood(request, service, { descriptor, once });
    }
    const write = await admitWrite(request, service, descriptor, 'delete');
    refuseParameters(request.search);
    refuseDraft(write.draft, descriptor);
    const id = documentIdOf(request, descriptor);
    const expected = expectedByHeader(write.ifMatch);
    const effectsFor = deletionEffects(request, service, write.access);
    const intent = { kind: 'delete', id, expected, effectsFor, ...(once && { once }) } as const;
    await collectionOf(service, descriptor).delete(intent, request.context);
    return deletedReply(id, descriptor.slug, hasTrash ? 'trash' : 'gone');
  }
}
