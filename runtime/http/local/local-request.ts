import type { DocumentAccess } from '../../access/document-access.js';
import type { Requester } from '../../access/requester.js';
import type { CountedOrigin } from '../../auth/audit/audit-log.js';
import type { HookRequest } from '../../config/hook-request.js';
import type { Local } from '../../config/local-types.js';
import type { LocalScope } from '../../documents/local/local-scope.js';
import type { OperationContext } from '../../documents/operation-context.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Method } from '../api.js';
import {
  type BodyLimits,
  type BodySource,
  documentDepth,
  readJsonBody,
  readOptionalJsonBody,
} from '../body/json-body.js';
import type { CallOptions } from './local-client.js';

/** A form with a file. */
export interface SentForm {
  readonly contentType: string;
  readonly bytes: ReadableStream<Uint8Array>;
}

/** What a call of `local` sends. */
export interface LocalRequestParts {
  readonly method: Method;
  readonly path: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  readonly options: CallOptions;
  /** JSON; undefined for none. */
  readonly body: string | undefined;
  /** Instead of JSON. */
  readonly form?: SentForm | undefined;
  readonly requestId: string;
  readonly requester: Requester;
  /** The request that led to this one; null if there is none. */
  readonly parent: (() => HookRequest) | null;
  readonly scope: LocalScope;
  readonly bodyBytes: number;
  readonly recordWrite?: OperationContext['recordWrite'];
}

/** A request that a call of `local` makes: it has no connection, no credential and no cookies. */
export class LocalRequest implements ApiRequest, OperationContext {
  readonly isHead: boolean = false;
  readonly mount: string = '';
  /** Set when access is decided. */
  access: DocumentAccess | null = null;
  isDecided: boolean = false;
  readonly #parts: LocalRequestParts;
  #req: HookRequest | null = null;

  constructor(parts: LocalRequestParts) {
    this.#parts = parts;
  }

  get method(): Method {
    return this.#parts.method;
  }

  get path(): string {
    return this.#parts.path;
  }

  get search(): string {
    return this.#parts.search;
  }

  get target(): string {
    const { path, search } = this.#parts;
    return search === '' ? path : `${path}?${search}`;
  }

  get params(): Readonly<Record<string, string>> {
    return this.#parts.params;
  }

  get requestId(): string {
    return this.#parts.requestId;
  }

  get context(): OperationContext {
    return this;
  }

  get scope(): LocalScope {
    return this.#parts.scope;
  }

  get recordWrite(): OperationContext['recordWrite'] {
    return this.#parts.recordWrite;
  }

  /** There is no client whose address could be counted. */
  get origin(): CountedOrigin {
    return { ip: null, countedAs: null, userAgent: null, requestId: this.requestId };
  }

  get req(): HookRequest {
    this.#req ??= hookRequest(this.#parts);
    return this.#req;
  }

  requester(): Requester {
    return this.#parts.requester;
  }

  /** No page of another site can make a call. */
  refuseForged(): void {}

  /** A call has no timeout of its own. */
  outlast(): void {}

  /** The log has no lines of calls. */
  logFile(): void {}

  decided(): void {
    this.isDecided = true;
  }

  grant(access: DocumentAccess): void {
    this.access = access;
  }

  signIn(): void {
    throw new Error('A call of `local` signs nobody in.');
  }

  header(name: string): string | undefined {
    const { options, body, form } = this.#parts;
    const contentType = form?.contentType ?? (body === undefined ? undefined : 'application/json');
    if (name === 'content-type') return contentType;
    if (name === 'x-draft') return options.draft && contentType !== undefined ? 'true' : undefined;
    if (name === 'if-match') return options.ifMatch === undefined ? undefined : `"${options.ifMatch}"`;
    return undefined;
  }

  async *bodyParts(): AsyncGenerator<Uint8Array> {
    const { body, form } = this.#parts;
    if (form === undefined) yield Buffer.from(body ?? '');
    else yield* form.bytes;
  }

  body(limits?: BodyLimits): Promise<unknown> {
    return readJsonBody(this.#source(), this.#within(limits));
  }

  optionalBody(limits?: BodyLimits): Promise<unknown> {
    return readOptionalJsonBody(this.#source(), this.#within(limits));
  }

  form(): Promise<ReadonlyMap<string, string>> {
    return Promise.reject(badInput(reason('body.missing')));
  }

  #source(): BodySource {
    const { body } = this.#parts;
    const bytes = Buffer.from(body ?? '');
    return {
      mayHaveBody: body !== undefined,
      parsedBody: null,
      header: (name) => this.header(name),
      async readBody(limit) {
        if (bytes.length > limit)
          throw new ServiceError('PAYLOAD_TOO_LARGE', reason('body.tooLarge', { max: limit }));
        return bytes;
      },
    };
  }

  #within(limits: BodyLimits | undefined): BodyLimits {
    const { bodyBytes } = this.#parts;
    if (limits?.isApart === true) return limits;
    return {
      bytes: Math.min(bodyBytes, limits?.bytes ?? bodyBytes),
      depth: limits?.depth ?? documentDepth,
    };
  }
}

/**
 * What hooks and callbacks of the call get as `req`: its own method, address and requester, and headers and
 * address of the client of the request that led to it.
 */
function hookRequest({
  method,
  path,
  search,
  params,
  requester,
  parent,
  scope,
}: LocalRequestParts): HookRequest {
  return {
    method,
    url: search === '' ? path : `${path}?${search}`,
    path,
    params,
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(requester.kind === 'user' && { user: requester.user }),
    ...(requester.kind === 'apiKey' && { apiKey: { ...requester.key } }),
    get headers() {
      return parent?.().headers ?? {};
    },
    get ip() {
      return parent?.().ip;
    },
    get(name) {
      return parent?.().get(name);
    },
    get local(): Local {
      return scope.local(`${method} ${path}`);
    },
  };
}
