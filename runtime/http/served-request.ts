import { anonymous, type Requester } from '../access/requester.js';
import type { RequestOrigin } from '../auth/audit/audit-log.js';
import type { HookRequest, OperationContext } from '../documents/operation.js';
import type { ApiRequest, Method } from './api.js';
import type { Exchange } from './exchange.js';
import { type BodyLimits, documentDepth, readJsonBody } from './json-body.js';
import type { RequestTarget } from './request-target.js';

/** A request on its way through the service. One object for each, since every further one is paid for by every request. */
export class ServedRequest implements ApiRequest, OperationContext {
  readonly requestId: string;
  readonly path: string;
  readonly search: string;
  /** When it arrived, by `performance.now()`. */
  readonly started: number = performance.now();
  /** The handler waits for the body. */
  receiving: boolean = false;
  params: Readonly<Record<string, string>> = {};
  /** Access was decided. */
  isDecided: boolean = false;
  readonly #exchange: Exchange;
  readonly #bodyLimit: number;

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

  get context(): OperationContext {
    return this;
  }

  get exchange(): Exchange {
    return this.#exchange;
  }

  get mount(): string {
    return this.#exchange.mount;
  }

  get req(): HookRequest {
    return this.#exchange.hookRequest(this.params);
  }

  get origin(): RequestOrigin {
    const userAgent = this.header('user-agent')?.slice(0, 256) ?? null;
    return { ip: this.exchange.remoteAddress ?? null, userAgent, requestId: this.requestId };
  }

  requester(): Requester {
    return anonymous;
  }

  decided(): void {
    this.isDecided = true;
  }

  header(name: string): string | undefined {
    return this.#exchange.header(name);
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
