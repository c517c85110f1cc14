import type { HeaderObject, HeadersObject } from 'openapi3-ts/oas31';
import type { Ir } from '../../ir/ir.js';
import type { Context } from './context.js';

export type HeaderName =
  | 'X-Request-Id'
  | 'X-Svc-Contract'
  | 'Cache-Control'
  | 'Vary'
  | 'Content-Encoding'
  | 'Content-Security-Policy'
  | 'Referrer-Policy'
  | 'X-Content-Type-Options'
  | 'X-Frame-Options'
  | 'Cross-Origin-Resource-Policy'
  | 'Strict-Transport-Security'
  | 'Access-Control-Allow-Origin'
  | 'Access-Control-Allow-Credentials'
  | 'Access-Control-Expose-Headers'
  | 'Access-Control-Allow-Methods'
  | 'Access-Control-Allow-Headers'
  | 'Access-Control-Max-Age'
  | 'ETag'
  | 'Location'
  | 'Retry-After'
  | 'Set-Cookie'
  | 'Allow';

/** Headers of responses, except those of HTTP's own framing. */
const headers: Readonly<Record<HeaderName, HeaderObject>> = {
  'X-Request-Id': {
    description: 'Names the request in the log: the id that it came with, or a new one.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Svc-Contract': {
    description: 'Hash of the contract that the server was generated from; `info.version` of this document.',
    required: true,
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'How the answer may be cached.',
    required: true,
    schema: { type: 'string' },
  },
  Vary: {
    description: 'Request headers that the answer depends on.',
    required: true,
    schema: { type: 'string' },
  },
  'Content-Encoding': {
    description: 'Set where the body is compressed.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  'Content-Security-Policy': {
    description: 'What a browser may load and run for the answer.',
    required: true,
    schema: { type: 'string' },
  },
  'Referrer-Policy': {
    description: 'Keeps addresses from other sites.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Content-Type-Options': {
    description: 'Keeps browsers from guessing the media type.',
    required: true,
    schema: { type: 'string', enum: ['nosniff'] },
  },
  'X-Frame-Options': {
    description: 'Keeps the answer out of frames.',
    required: true,
    schema: { type: 'string', enum: ['DENY'] },
  },
  'Cross-Origin-Resource-Policy': {
    description: 'Keeps pages of other origins from embedding the answer.',
    required: true,
    schema: { type: 'string', enum: ['same-origin'] },
  },
  'Strict-Transport-Security': {
    description: 'Keeps browsers on https, where the public address is one.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Origin': {
    description: 'Lets a listed origin read the answer.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Credentials': {
    description: 'Lets a listed origin send credentials.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Access-Control-Expose-Headers': {
    description: 'Headers that a listed origin may read.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Methods': {
    description: 'Methods that a listed origin may use.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Headers': {
    description: 'Headers that a listed origin may send.',
    schema: { type: 'string' },
  },
  'Access-Control-Max-Age': {
    description: 'Seconds for which a browser need not ask again.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description:
      'Names what is there, for `If-None-Match`; of a document its `_revision` in quotes, for `If-Match` too.',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9a-f]+"$' },
    example: '"3"',
  },
  Location: {
    description: 'Path of the new document.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': {
    description: 'Seconds to wait before another try.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'Set-Cookie': {
    description: 'Cookies of the session, set, renewed or cleared.',
    schema: { type: 'string' },
  },
  Allow: {
    description: 'Methods that the route takes.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD, POST, OPTIONS',
  },
};

const onEveryAnswer: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Svc-Contract',
  'Cache-Control',
  'Vary',
  'Content-Encoding',
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'Cross-Origin-Resource-Policy',
  // SVC_BASE_URL may name an https address if the config names none.
  'Strict-Transport-Security',
];

/** One header, in full. */
export function headerObject(name: HeaderName): HeaderObject {
  return headers[name];
}

/** The headers of one response: its own, then those of every response. */
export function answerHeaders(own: readonly HeaderName[], { ir, components }: Context): HeadersObject {
  return Object.fromEntries(
    [...own, ...commonHeaders(ir)].map((name) => [name, components.header(name, () => headers[name])]),
  );
}

function commonHeaders({ cors }: Ir): readonly HeaderName[] {
  if (!cors) return onEveryAnswer;
  return [
    ...onEveryAnswer,
    'Access-Control-Allow-Origin',
    'Access-Control-Allow-Credentials',
    'Access-Control-Expose-Headers',
  ];
}
