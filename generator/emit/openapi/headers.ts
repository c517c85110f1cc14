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
  | 'Idempotency-Replayed'
  | 'X-Svc-Dropped'
  | 'X-Svc-Left'
  | 'X-Svc-Left-Count'
  | 'Content-Range'
  | 'Retry-After'
  | 'Set-Cookie'
  | 'Allow'
  | 'Tus-Resumable'
  | 'Tus-Version';

/** Headers of responses, except those of HTTP's own framing. */
const headers: Readonly<Record<HeaderName, HeaderObject>> = {
  'X-Request-Id': {
    description: 'Id of the request in the log: the one that was sent, or a new one.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Svc-Contract': {
    description: 'Hash of the contract that the server was generated from; `info.version` of this document.',
    required: true,
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'How the response may be cached.',
    required: true,
    schema: { type: 'string' },
  },
  Vary: {
    description: 'Request headers that the response depends on.',
    required: true,
    schema: { type: 'string' },
  },
  'Content-Encoding': {
    description: 'Set where the body is compressed.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  'Content-Security-Policy': {
    description: 'What a browser may load and run for the response.',
    required: true,
    schema: { type: 'string' },
  },
  'Referrer-Policy': {
    description: 'Hides addresses from other sites.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Content-Type-Options': {
    description: 'Prevents browsers from guessing the media type.',
    required: true,
    schema: { type: 'string', enum: ['nosniff'] },
  },
  'X-Frame-Options': {
    description: 'Prevents the response from being framed.',
    required: true,
    schema: { type: 'string', enum: ['DENY'] },
  },
  'Cross-Origin-Resource-Policy': {
    description: 'Prevents pages of other origins from embedding the response.',
    required: true,
    schema: { type: 'string', enum: ['same-origin'] },
  },
  'Strict-Transport-Security': {
    description: 'Makes browsers use https, if the public address does.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Origin': {
    description: 'Allows a listed origin to read the response.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Credentials': {
    description: 'Allows a listed origin to send credentials.',
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
    description: 'Seconds for which a browser may reuse this permission.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description:
      'Identifies the content, for `If-None-Match`; for a document its `_revision` in quotes, also for `If-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9a-f]+"$' },
    example: '"3"',
  },
  Location: {
    description: 'Path of the new document.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotency-Replayed': {
    description: 'Set where the response is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Svc-Dropped': {
    description: 'Paths of values that were not restored, since they do not fit or lead nowhere any more.',
    schema: { type: 'string' },
    example: 'subtitle, author',
  },
  'X-Svc-Left': {
    description:
      'Documents that were deleted along with it and stay in the trash, since they cannot return yet: ' +
      'at most 20 of them.',
    schema: { type: 'string' },
    example: 'comments/01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10',
  },
  'X-Svc-Left-Count': {
    description: 'How many documents stay in the trash; at most 1,000 are counted.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
    example: '214',
  },
  'Content-Range': {
    description: 'The size of the file.',
    schema: { type: 'string' },
    example: 'bytes */2048',
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
    description: 'Methods that the route supports.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD, POST, OPTIONS',
  },
  'Tus-Resumable': {
    description: 'The version of tus.',
    required: true,
    schema: { type: 'string', enum: ['1.0.0'] },
  },
  'Tus-Version': {
    description: 'The versions of tus that are supported.',
    required: true,
    schema: { type: 'string', enum: ['1.0.0'] },
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
