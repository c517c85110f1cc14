import type { Reply } from '../api.js';

/** CORS headers and preflight responses. */
export interface Cors {
  /** Returns the headers of a response to this origin, names and values in turn. */
  headersFor(origin: string | undefined): readonly string[];
  /** Whether responses differ by origin, so that `Vary` must name it. */
  readonly varies: boolean;
  /** Returns the response to a preflight request. */
  preflight(): Reply;
}

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Key, X-Autosave, X-Draft, X-Request-Id, X-Svc-Preview';
const exposedHeaders =
  'Content-Length, ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id, X-Svc-Contract, ' +
  'X-Svc-Dropped, X-Svc-Left, X-Svc-Left-Count';
/** Those of resumable uploads. */
const allowedOfUploads =
  'Prefer, Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset';
const exposedOfUploads =
  'Content-Location, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset';

const none: readonly string[] = Object.freeze([]);

/**
 * Without origins no header is sent, and browsers refuse. Listed origins may send credentials; `*` lets every
 * origin read, but never with credentials, since that would expose each visitor's session to every site.
 *
 * @param takesFiles - whether the service has resumable uploads.
 */
export function createCors(origins: readonly string[], takesFiles = false): Cors {
  const exposed = takesFiles ? `${exposedHeaders}, ${exposedOfUploads}` : exposedHeaders;
  const preflight = preflightReply(takesFiles ? `${allowedHeaders}, ${allowedOfUploads}` : allowedHeaders);
  const everyone = origins.includes('*');
  const listed = new Map(
    origins.filter((origin) => origin !== '*').map((origin) => [origin, originHeaders(origin, exposed)]),
  );
  const others = everyone ? Object.freeze(readable('*', exposed)) : none;

  return {
    varies: listed.size > 0,
    headersFor: (origin) => (origin === undefined ? others : (listed.get(origin) ?? others)),
    preflight: () => preflight,
  };
}

function originHeaders(origin: string, exposed: string): readonly string[] {
  return Object.freeze([...readable(origin, exposed), 'Access-Control-Allow-Credentials', 'true']);
}

function readable(origin: string, exposed: string): string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
}

/**
 * Sent to every origin: the browser checks `Access-Control-Allow-Origin` first, so this tells nothing to an
 * origin that is not allowed.
 */
function preflightReply(allowed: string): Reply {
  return Object.freeze({
    status: 204,
    headers: Object.freeze({
      'Access-Control-Allow-Methods': allowedMethods,
      'Access-Control-Allow-Headers': allowed,
      'Access-Control-Max-Age': '7200',
    }),
    body: null,
  });
}
