/** Reads whose responses are kept until the next write: docs/spec/contract.md#kept-responses. */
import type { DocumentAccess } from '../../access/document-access.js';
import { rightsKey } from '../../access/rights-key.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DataVersion } from '../../storage/driver.js';
import type { ApiRequest, KeptResponse, Reply, Service } from '../api.js';
import type { Dependence, Reach } from '../response-cache/reach.js';
import type { Looked, LookOptions, ResponseCache } from '../response-cache/response-cache.js';

/** A read that has been admitted, and whose parameters are not checked yet. */
export interface AdmittedRead extends LookOptions {
  readonly descriptor: DocumentDescriptor;
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
  /** Tells what is kept from the response to the same address, without a slash; default: it is that. */
  readonly part?: string;
}

/** What a read has found. */
export interface FreshRead {
  readonly json: Uint8Array | string;
  /** Whether documents of other collections may be part of it, or may have decided what is. */
  readonly isRelated: boolean;
  /** Whether it shows stored data. The defaults of a global that was never written come from callbacks. */
  readonly isStored: boolean;
  /** What the database contained when the read began, if its statement returned that. */
  readonly version?: DataVersion | undefined;
  /**
   * Makes the response, now and for later requests. Of these it depends on `If-None-Match` alone: without it,
   * it is the same each time.
   */
  respond(json: Uint8Array | string, request: ApiRequest): Reply;
  /** Called with each later request that gets what is kept. */
  used?(request: ApiRequest): void;
}

/** Max length of the path and parameters of a response that is kept. */
const maxKeyLength = 4_000;

/**
 * The response to a read: the kept one if nothing was written since, otherwise that of `read`, which is then
 * kept.
 *
 * @param read Gets what the database contained before it, where that is known.
 */
export function keptOrRead(
  request: ApiRequest,
  service: Service,
  { descriptor, access, part, ...options }: AdmittedRead,
  read: (version?: DataVersion) => Promise<FreshRead>,
): Reply | Promise<Reply> {
  const reach = service.reach.get(descriptor);
  const cache = service.responses;
  if (cache === null || reach === undefined || reach.alone.onCode || request.target.length > maxKeyLength)
    return respondFresh(request, read);
  const target = part === undefined ? request.target : `${part} ${request.target}`;
  const keys = keysOf(target, access, reach);
  const looked = cache.look(keys, options);
  if (looked instanceof Promise) return looked.then((known) => keptOr(known));
  return keptOr(looked);

  function keptOr({ kept, version }: Looked<KeptResponse>): Reply | Promise<Reply> {
    if (kept !== undefined) return kept(request);
    return version === null || cache === null || reach === undefined
      ? respondFresh(request, read)
      : readAndKeep(request, read, { cache, reach, keys, version });
  }
}

async function respondFresh(request: ApiRequest, read: () => Promise<FreshRead>): Promise<Reply> {
  const { json, respond } = await read();
  return respond(json, request);
}

/** Where a response is to be kept. */
interface Place {
  readonly cache: ResponseCache<KeptResponse>;
  readonly reach: Reach;
  readonly keys: readonly string[];
  /** Of the data before the read; undefined where it was not asked. */
  readonly version: DataVersion | undefined;
}

async function readAndKeep(
  request: ApiRequest,
  read: (version?: DataVersion) => Promise<FreshRead>,
  { cache, reach, keys, version }: Place,
): Promise<Reply> {
  const fresh = await read(version);
  const dependence = fresh.isRelated ? reach.related : reach.alone;
  const readVersion = fresh.version ?? version ?? null;
  if (!fresh.isStored || dependence.onCode || readVersion === null) return fresh.respond(fresh.json, request);
  return keep(cache, keyFor(dependence, keys), { fresh, version: readVersion })(request);
}

function keep(
  cache: ResponseCache<KeptResponse>,
  key: string,
  { fresh, version }: { readonly fresh: FreshRead; readonly version: DataVersion },
): KeptResponse {
  const body = ownBytes(fresh.json);
  let whole: Reply | null = null;
  let isFirst = true;
  const respond: KeptResponse = (request) => {
    if (isFirst) isFirst = false;
    else fresh.used?.(request);
    if (request.header('if-none-match') !== undefined) return fresh.respond(body, request);
    whole ??= fresh.respond(body, request);
    return whole;
  };
  cache.keep(key, { respond, bytes: body.byteLength, version });
  return respond;
}

/**
 * Under which keys a response may be kept: for all with the rights of the requester, then for the requester
 * alone. A target contains no line break.
 */
function keysOf(target: string, access: DocumentAccess | null, { related }: Reach): readonly string[] {
  const requester = access?.requester;
  if (requester === undefined || requester.kind === 'anonymous') return [target];
  const shared = `${target}\n${rightsKey(requester)}`;
  return related.onUser && requester.kind === 'user' ? [shared, `${shared}\n${requester.user.id}`] : [shared];
}

function keyFor({ onUser }: Dependence, keys: readonly string[]): string {
  return (onUser ? keys.at(-1) : keys[0]) ?? '';
}

/** Small buffers are parts of a larger one, which would be kept as a whole. */
function ownBytes(json: Uint8Array | string): Uint8Array {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
