/** Reads whose responses are kept until the next write: docs/spec/contract.md#kept-responses. */
import type { DocumentAccess } from '../../access/document-access.js';
import { rightsKey } from '../../access/rights-key.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import type { Dependence, Reach } from '../response-cache/reach.js';
import type { DataVersion, KeptResponse, ResponseCache } from '../response-cache/response-cache.js';

/** A read that has been admitted, and whose parameters are not checked yet. */
export interface AdmittedRead {
  readonly descriptor: DocumentDescriptor;
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
}

/** What a read has found. */
export interface FreshRead {
  readonly json: Uint8Array | string;
  /** Whether documents of other collections may be part of it, or may have decided what is. */
  readonly isRelated: boolean;
  /** Whether it shows stored data. The defaults of a global that was never written come from callbacks. */
  readonly isStored: boolean;
  /** What the database contained when the read began, if its statement returned that. */
  readonly version?: DataVersion;
  /** Makes the response, now and for later requests. */
  respond(json: Uint8Array | string, request: ApiRequest): Reply;
}

/** Max length of the path and parameters of a response that is kept. */
const maxKeyLength = 4_000;

/**
 * The response to a read: the kept one if nothing was written since, otherwise that of `read`, which is then
 * kept.
 */
export async function keptOrRead(
  request: ApiRequest,
  service: Service,
  { descriptor, access }: AdmittedRead,
  read: () => Promise<FreshRead>,
): Promise<Reply> {
  const reach = service.reach.get(descriptor);
  const cache = service.responses;
  const isKept =
    cache !== null &&
    reach !== undefined &&
    !reach.alone.onCode &&
    request.path.length + request.search.length <= maxKeyLength;
  if (!isKept) {
    const { json, respond } = await read();
    return respond(json, request);
  }
  const keys = keysOf(request, access, reach);
  const { kept, version } = await cache.look(keys.all);
  if (kept !== undefined) return kept(request);
  const fresh = await read();
  const dependence = fresh.isRelated ? reach.related : reach.alone;
  const readVersion = version === null ? null : (fresh.version ?? version ?? null);
  if (!fresh.isStored || dependence.onCode || readVersion === null) return fresh.respond(fresh.json, request);
  return keep(cache, keys.of(dependence), { fresh, version: readVersion })(request);
}

function keep(
  cache: ResponseCache,
  key: string,
  { fresh, version }: { readonly fresh: FreshRead; readonly version: DataVersion },
): KeptResponse {
  const body = ownBytes(fresh.json);
  const respond: KeptResponse = (request) => fresh.respond(body, request);
  cache.keep(key, { respond, bytes: body.byteLength, version });
  return respond;
}

/** Under which keys a response may be kept. */
interface Keys {
  readonly all: readonly string[];
  of(dependence: Dependence): string;
}

/** The path contains no question mark, and neither part a line break. */
function keysOf({ path, search }: ApiRequest, access: DocumentAccess | null, { related }: Reach): Keys {
  const requester = access?.requester;
  const shared = `${path}?${search}\n${requester === undefined ? '' : rightsKey(requester)}`;
  if (!related.onUser || requester?.kind !== 'user') return { all: [shared], of: () => shared };
  const own = `${shared}\n${requester.user.id}`;
  return { all: [shared, own], of: ({ onUser }) => (onUser ? own : shared) };
}

/** Small buffers are parts of a larger one, which would be kept as a whole. */
function ownBytes(json: Uint8Array | string): Uint8Array {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
