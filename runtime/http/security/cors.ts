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
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Key, X-Draft, X-Request-Id';
const exposedHeaders =
  'Content-Length, ETag, Idempotent-Replayed, Location, Retry-After, X-Request-Id, X-Svc-Contract';

const none: readonly string[] = Object.freeze([]);

/**
 * Without origins no header is sent, and browsers refuse. Listed origins may send credentials; `*` lets every
 * origin read, but never with credentials, since that would expose each visitor's session to every site.
 */
export function createCors(origins: readonly string[]): Cors {
  const everyone = origins.includes('*');
  const listed = new Map(
    origins.filter((origin) => origin !== '*').map((origin) => [origin, originHeaders(origin)]),
  );
  const others = everyone ? Object.freeze(readable('*')) : none;

  return {
    varies: listed.size > 0,
    headersFor: (origin) => (origin === undefined ? others : (listed.get(origin) ?? others)),
    preflight: () => preflightReply,
  };
}

function originHeaders(origin: string): readonly string[] {
  return Object.freeze([...readable(origin), 'Access-Control-Allow-Credentials', 'true']);
}

function readable(origin: string): string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposedHeaders];
}

/**
 * Sent to every origin: the browser checks `Access-Control-Allow-Origin` first, so this tells nothing to an
 * origin that is not allowed.
 */
const preflightReply: Reply = Object.freeze({
  status: 204,
  headers: Object.freeze({
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': '7200',
  }),
  body: null,
});
