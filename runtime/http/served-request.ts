import type { DocumentAccess } from '../access/document-access.js';
import { anonymous, type Requester, type UserRequester } from '../access/requester.js';
import type { CountedOrigin } from '../auth/audit/audit-log.js';
import type { RequestApiKey, RequestUser } from '../config/hook-request.js';
import type { LocalScope } from '../documents/local/local-scope.js';
import type { HookRequest } from '../documents/operation.js';
import type { OperationContext } from '../documents/operation-context.js';
import type { ApiRequest, LoggedFile, Method } from './api.js';
import { readFormBody } from './body/form-body.js';
import { type BodyLimits, documentDepth, readJsonBody, readOptionalJsonBody } from './body/json-body.js';
import type { Route } from './routing/routing-table.js';
import type { RequestGuard } from './security/request-guard.js';
import type { Exchange, ExpressRequest } from './transport/exchange.js';
import type { RequestTarget } from './transport/request-target.js';

/** What all requests of a server have in common. */
export interface RequestContext {
  /** Max size of a body, in bytes. */
  readonly bodyBytes: number;
  /** Connects code of the config that runs for a request with the documents. */
  scopeOf(request: ServedRequest): LocalScope;
  /** Notes the writes of a request in the audit log. */
  recorderOf(request: ServedRequest): OperationContext['recordWrite'];
}

/** The Express request, on which the requester is set. */
type NotedRequest = Omit<HookRequest, 'user' | 'apiKey'> & {
  user?: RequestUser | undefined;
  apiKey?: RequestApiKey | undefined;
};

/** A request while it is served. One object for each, since every further object costs on every request. */
export class ServedRequest implements ApiRequest, OperationContext {
  readonly requestId: string;
  readonly path: string;
  readonly search: string;
  readonly target: string;
  /** Time of arrival, by `performance.now()`. */
  readonly started: number = performance.now();
  /** Time from which its timeout counts; `Infinity` while a body of any size is received. */
  timedFrom: number = this.started;
  /** Whether the handler waits for the body. */
  receiving: boolean = false;
  /** Null before the lookup, and if there is none. */
  route: Route | null = null;
  params: Readonly<Record<string, string>> = {};
  /** Whether access was decided. */
  isDecided: boolean = false;
  /** Whether the origin was checked, so that a cross-site write would have been refused. */
  isOriginChecked: boolean = false;
  /** Set when access is decided. */
  access: DocumentAccess | null = null;
  /** The file that the log names. */
  file: LoggedFile | null = null;
  /** Whether the response must not be cached, whatever it is. */
  isUncached: boolean = false;
  /** Null where the service has no authentication. */
  guard: RequestGuard | null = null;
  readonly #exchange: Exchange;
  readonly #shared: RequestContext;
  #requester: Requester | Promise<Requester> | null = null;
  #req: NotedRequest | null = null;
  #scope: LocalScope | null = null;

  constructor(exchange: Exchange, target: RequestTarget, requestId: string, shared: RequestContext) {
    this.#exchange = exchange;
    this.path = target.path;
    this.search = target.search;
    this.target = target.whole;
    this.requestId = requestId;
    this.#shared = shared;
  }

  /** The route was found, so the method is one of ours. */
  get method(): Method {
    const { method } = this.#exchange;
    return method === 'HEAD' ? 'GET' : (method as Method);
  }

  get isHead(): boolean {
    return this.#exchange.method === 'HEAD';
  }

  get context(): OperationContext {
    return this;
  }

  get clientSignal(): Exchange {
    return this.#exchange;
  }

  get exchange(): Exchange {
    return this.#exchange;
  }

  get mount(): string {
    return this.#exchange.mount;
  }

  get req(): HookRequest {
    this.#req ??= this.#withLocal(this.#exchange.hookRequest(this.params));
    this.#showRequester();
    return this.#req;
  }

  get scope(): LocalScope {
    this.#scope ??= this.#shared.scopeOf(this);
    return this.#scope;
  }

  get recordWrite(): OperationContext['recordWrite'] {
    return this.#shared.recorderOf(this);
  }

  /** Whether code of the config has written documents by `local`. */
  get hasWritten(): boolean {
    return this.#scope?.hasWritten === true;
  }

  /** A getter, since few functions of a config use it. */
  #withLocal(req: ExpressRequest): HookRequest {
    const get = (): HookRequest['local'] =>
      this.scope.local(`${this.method} ${this.route?.pattern ?? this.path}`);
    return Object.defineProperty(req as HookRequest, 'local', { get, configurable: true, enumerable: false });
  }

  get origin(): CountedOrigin {
    const userAgent = this.header('user-agent')?.slice(0, 256) ?? null;
    const { countedAs, requestId } = this;
    return { ip: this.exchange.remoteAddress ?? null, countedAs, userAgent, requestId };
  }

  /**
   * Clients behind a Unix socket, and those that have already left, have no address: they are counted
   * together.
   */
  get countedAs(): string | null {
    const { remoteAddress, isInProcess } = this.#exchange;
    return remoteAddress ?? (isInProcess ? null : 'unknown');
  }

  requester(): Requester | Promise<Requester> {
    this.#requester ??= this.#identify();
    return this.#requester;
  }

  #identify(): Requester | Promise<Requester> {
    const found = this.guard === null ? anonymous : this.guard.authenticate(this);
    if (!(found instanceof Promise)) return found;
    return found.then((requester) => {
      this.#requester = requester;
      this.#showRequester();
      return requester;
    });
  }

  /**
   * Sets `req.user` and `req.apiKey` for callbacks of the config. Also for anonymous requests: an application
   * around the service may have set a user of its own, who is not a user of this service.
   */
  #showRequester(): void {
    if (this.#req === null || this.guard === null) return;
    const requester = this.#requester instanceof Promise ? null : this.#requester;
    this.#req.user = requester?.kind === 'user' ? requester.user : undefined;
    this.#req.apiKey = requester?.kind === 'apiKey' ? { ...requester.key } : undefined;
  }

  refuseForged(): void {
    this.guard?.refuseForged(this);
    this.isOriginChecked = true;
  }

  grant(access: DocumentAccess): void {
    this.access = access;
  }

  logFile(file: LoggedFile): void {
    this.file = file;
  }

  signIn(requester: UserRequester): void {
    const before = this.#requester;
    const isKnown =
      before !== null &&
      !(before instanceof Promise) &&
      before.kind === 'user' &&
      before.user.id === requester.user.id;
    // The known one has its session.
    if (!isKnown) this.#requester = requester;
    this.#showRequester();
  }

  decided(): void {
    this.isDecided = true;
  }

  header(name: string): string | undefined {
    return this.#exchange.header(name);
  }

  form(): Promise<ReadonlyMap<string, string>> {
    return this.#receive(() => readFormBody(this.#exchange));
  }

  body(limits?: BodyLimits): Promise<unknown> {
    return this.#receive(() => readJsonBody(this.#exchange, this.#within(limits)));
  }

  optionalBody(limits?: BodyLimits): Promise<unknown> {
    return this.#receive(() => readOptionalJsonBody(this.#exchange, this.#within(limits)));
  }

  #within(limits: BodyLimits | undefined): BodyLimits {
    if (limits?.isApart === true) return limits;
    return {
      bytes: Math.min(this.#shared.bodyBytes, limits?.bytes ?? this.#shared.bodyBytes),
      depth: limits?.depth ?? documentDepth,
    };
  }

  async *bodyParts(): AsyncGenerator<Uint8Array> {
    this.timedFrom = Number.POSITIVE_INFINITY;
    try {
      yield* this.#exchange.bodyParts();
    } finally {
      this.timedFrom = performance.now();
    }
  }

  outlast(): void {
    this.timedFrom = Number.POSITIVE_INFINITY;
  }

  async #receive<Body>(read: () => Promise<Body>): Promise<Body> {
    this.receiving = true;
    try {
      return await read();
    } finally {
      this.receiving = false;
    }
  }
}
