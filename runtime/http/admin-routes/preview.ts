import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { PreviewCallback } from '../../config/collection-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import { parseUrl } from '../../util/parse-url.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { collectionOf, documentIdOf } from '../handlers/addressed-document.js';
import { admitRead } from '../handlers/document-admission.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { collectionIn } from './addressed.js';
import { dashboardRequester } from './dashboard-requester.js';

/** The functions `admin.preview` of a config, by the slugs of their collections. */
export type Previews = ReadonlyMap<string, PreviewCallback>;

export function previewsOf({ collections = [] }: Pick<ServiceConfig, 'collections'>): Previews {
  return new Map(
    collections.flatMap(({ slug, admin }) => (admin?.preview === undefined ? [] : [[slug, admin.preview]])),
  );
}

/**
 * `POST /api/admin/preview/{slug}/{id}`: the address of the page that shows a document, with a token for its
 * draft. The config says the address by a function, so the service calls it.
 */
export function openPreview(previews: Previews, origins: ReadonlySet<string>): RouteHandler {
  return async function readAddress(request, service): Promise<Reply> {
    await dashboardRequester(request, service);
    const descriptor = collectionIn(request, service);
    const access = await admitRead(request, service, descriptor);
    const preview = previews.get(descriptor.slug);
    if (preview === undefined) {
      throw new ServiceError('NOT_FOUND', reason('preview.none', { collection: descriptor.slug }));
    }
    const { makePreviewToken, refuseWithoutDrafts } = await import(
      '../handlers/preview/make-preview-token.js'
    );
    refuseWithoutDrafts(descriptor, access);
    refuseParameters(request.search);
    const id = documentIdOf(request, descriptor);
    const document = await editorsView(request, service, { descriptor, id });
    const { token, expiresAt } = await makePreviewToken(request, service, { descriptor, id, access });
    const draft = document['_status'] === 'draft' || document['_pending'] === true;
    const given = { document: { ...document }, collection: descriptor.slug, draft, token };
    const url = await addressOf(() => preview(given), { service, descriptor, origins });
    return {
      status: 200,
      headers: { 'Cache-Control': 'no-store' },
      body: JSON.stringify({ url, expiresAt }),
    };
  };
}

/** The document with its draft, as the requester reads it. */
async function editorsView(
  request: ApiRequest,
  service: Service,
  { descriptor, id }: { readonly descriptor: CollectionDescriptor; readonly id: string },
): Promise<JsonObject> {
  // Without authentication nobody sees drafts unless they ask for them.
  const shape = { depth: 0, select: null, draft: service.auth === null ? true : null };
  const plan = { document: descriptor, shape };
  const { json } = await collectionOf(service, descriptor).read(id, plan, request.context);
  return JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString()) as JsonObject;
}

interface Asked {
  readonly service: Service;
  readonly descriptor: CollectionDescriptor;
  readonly origins: ReadonlySet<string>;
}

/**
 * Calls the function of the config and checks its address: the dashboard opens it with a token in it, so it
 * must be of a website that the config names. Null where the function returns nothing.
 *
 * @throws ServiceError CONFLICT
 */
async function addressOf(
  call: () => ReturnType<PreviewCallback>,
  { service, descriptor, origins }: Asked,
): Promise<string | null> {
  const collection = descriptor.slug;
  let returned: unknown;
  try {
    returned = await call();
  } catch (error) {
    service.logError({ err: error }, `admin.preview of ${collection} failed.`);
    throw new ServiceError('CONFLICT', reason('preview.failed', { collection }), { cause: error });
  }
  if (returned === undefined || returned === null) return null;
  const text = String(isUrl(returned) ? returned.href : returned);
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    // Without what follows, in which the token may stand.
    const got = text.split(/[?#]/)[0]?.slice(0, 100) ?? '';
    throw new ServiceError('CONFLICT', reason('preview.noAddress', { collection, got }));
  }
  if (!origins.has(url.origin)) {
    throw new ServiceError('CONFLICT', reason('preview.foreignOrigin', { collection, origin: url.origin }));
  }
  return url.href;
}

/** By its property: a config may have a `URL` of another realm. */
function isUrl(address: unknown): address is { readonly href: unknown } {
  return typeof address === 'object' && address !== null && 'href' in address;
}
