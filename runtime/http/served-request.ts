import type { DocumentAccess } from '../access/document-access.js';
import { anonymous, type Requester } from '../access/requester.js';
import type { RequestOrigin } from '../auth/audit/audit-log.js';
import type { RequestApiKey, RequestUser } from '../config/hook-request.js';
import type { HookRequest, OperationContext } from '../documents/operation.js';
import type { ApiRequest, Method } from './api.js';
import type { Exchange } from './exchange.js';
import { readFormBody } from './form-body.js';
import { type BodyLimits, documentDepth, readJsonBody } from './json-body.js';
import type { RequestGuard } from './request-guard.js';
import type { RequestTarget } from './request-target.js';
import type { Route } from './routing-table.js';

/** The Express request, on which the requester is noted. */
type NotedRequest = Omit<HookRequest, 'user' | 'apiKey'> & {
  user?: RequestUser | undefined;
  apiKey?: RequestApiKey | undefined;
};

/** A request on its way through the service. One object for each, since every further one is paid for by every request. */
export class ServedRequest implements ApiRequest, OperationContext {
  readonly requestId: string;
  readonly path: string;
  readonly search: string;
  /** When it arrived, by `performance.now()`. */
  readonly started: number = performance.now();
  /** The handler waits for the body. */
  receiving: boolean = false;
  /** Null while it is not looked for, and where there is none. */
  route: Route | null = null;
  params: Readonly<Record<string, string>> = {};
  /** Access was decided. */
  isDecided: boolean = false;
  /** Set when access is decided. */
  access: DocumentAccess | null = null;
  /** No cache may keep the answer, whatever it is. */
  isUncached: boolean = false;
  /** Null where the service has no authentication. */
  guard: RequestGuard | null = null;
  readonly #exchange: Exchange;
  readonly #bodyLimit: number;
  #requester: Requester | Promise<Requester> | null = null;
  #req: NotedRequest | null = null;

  constructor(exchange: Exchange, target: RequestTarget, requestId: string, bodyLimit: number) {
    this.#exchange = exchange;
    this.path = target.path;
    this.search = target.search;
    this.requestId = requestId;
    this.#bodyLimit = bodyLimit;
  }

  /** The route has been found, so it is one of ours. */
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

  get recipient(): Exchange {
    return this.#exchange;
  }

  get exchange(): Exchange {
    return this.#exchange;
  }

  get mount(): string {
    return this.#exchange.mount;
  }

  get req(): HookRequest {
    this.#req ??= this.#exchange.hookRequest(this.params);
    this.#showRequester();
    return this.#req;
  }

  get origin(): RequestOrigin {
    const userAgent = this.header('user-agent')?.slice(0, 256) ?? null;
    return { ip: this.exchange.remoteAddress ?? null, userAgent, requestId: this.requestId };
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
   * Callbacks of the config read `req.user` and `req.apiKey`. They are set for strangers too: an application around the service may
   * have put a user of its own there, who is nobody to us.
   */
  #showRequester(): void {
    if (this.#req === null || this.guard === null) return;
    const requester = this.#requester instanceof Promise ? null : this.#requester;
    this.#req.user = requester?.kind === 'user' ? requester.user : undefined;
    this.#req.apiKey = requester?.kind === 'apiKey' ? { ...requester.key } : undefined;
  }

  grant(access: DocumentAccess): void {
    this.access = access;
  }

  decided(): void {
    this.isDecided = true;
  }

  header(name: string): string | undefined {
    return this.#exchange.header(name);
  }

  async form(): Promise<ReadonlyMap<string, string>> {
    this.receiving = true;
    try {
      return await readFormBody(this.#exchange);
    } finally {
      this.receiving = false;
    }
  }

  async body(limits?: BodyLimits): Promise<unknown> {
    this.receiving = true;
    try {
      return await readJsonBody(this.#exchange, {
        bytes: Math.min(this.#bodyLimit, limits?.bytes ?? this.#bodyLimit),
        depth: limits?.depth ?? documentDepth,
      });
    } finally {
      this.receiving = false;
    }
  }
}
