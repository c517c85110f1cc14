import type { Reply } from './api.js';

/** Answers browsers of other origins. */
export interface Cors {
  /** Headers for an answer to this origin, names and values in turn. */
  headersFor(origin: string | undefined): readonly string[];
  /** Answers the question that a browser asks before a request of its own. */
  preflight(): Reply;
}

const allowedMethods = 'GET, HEAD, POST, PATCH, DELETE';
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, X-API-Key, X-Draft, X-Request-Id';
const exposedHeaders = 'Content-Length, ETag, Location, Retry-After, X-Request-Id, X-Svc-Contract';

const none: readonly string[] = Object.freeze([]);

/**
 * Without origins everything stays closed: no header is sent, and browsers refuse. Listed origins may send credentials;
 * `*` lets every origin read, but never with credentials, since that would hand each visitor's session to every site.
 */
export function createCors(origins: readonly string[]): Cors {
  const everyone = origins.includes('*');
  const vary: readonly string[] =
    origins.length === 0 || (everyone && origins.length === 1) ? none : ['Vary', 'Origin'];
  const listed = new Map(
    origins.filter((origin) => origin !== '*').map((origin) => [origin, originHeaders(origin, vary)]),
  );
  const others = everyone ? Object.freeze([...readable('*'), ...vary]) : Object.freeze([...vary]);

  return {
    headersFor: (origin) => (origin === undefined ? others : (listed.get(origin) ?? others)),
    preflight: () => preflightReply,
  };
}

function originHeaders(origin: string, vary: readonly string[]): readonly string[] {
  return Object.freeze([...readable(origin), 'Access-Control-Allow-Credentials', 'true', ...vary]);
}

function readable(origin: string): readonly string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposedHeaders];
}

/** What is allowed says nothing to an origin that is not: the browser first looks for `Access-Control-Allow-Origin`. */
const preflightReply: Reply = Object.freeze({
  status: 204,
  headers: Object.freeze({
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': '7200',
  }),
  body: null,
});
