/** MSW with types of its own: those of the package need the types of browsers. */
import type { MockHttp, MockResponses } from '../../templates/sdk/mocks/index.js';

export interface MswHandler {
  readonly info: { readonly header: string };
}

interface Http extends MockHttp<MswHandler> {
  get(path: string, resolver: () => unknown): MswHandler;
}

export interface MswServer {
  listen(options: { readonly onUnhandledRequest: 'error' }): void;
  use(...handlers: readonly MswHandler[]): void;
  resetHandlers(): void;
  close(): void;
}

interface Msw {
  readonly http: Http;
  readonly HttpResponse: MockResponses<Response>;
}

interface MswNode {
  setupServer(...handlers: readonly MswHandler[]): MswServer;
}

const load = (name: string): Promise<unknown> => import(name);

const msw = (await load('msw')) as Msw;
const node = (await load('msw/node')) as MswNode;

export const http: Http = msw.http;
export const HttpResponse: Msw['HttpResponse'] = msw.HttpResponse;
export const setupServer: MswNode['setupServer'] = node.setupServer;
