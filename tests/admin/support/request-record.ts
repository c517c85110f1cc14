import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';
import { findOperation, findPath } from '../../support/openapi-document.js';
import { createAnswerChecker } from '../../support/openapi-validator.js';
import type { DashboardServer } from './dashboard-server.js';

/** What a browser has asked for and said. */
export interface RequestRecord {
  /** `GET /api/posts?limit=10`, in order. */
  readonly calls: readonly string[];
  /** What must not have happened, after everything that is on its way has come. */
  faults(): Promise<readonly string[]>;
}

/** Records every request and console line of a context, and holds calls of the API to the OpenAPI document. */
export function recordRequests(
  context: BrowserContext,
  { url, openapi }: DashboardServer,
  expected: readonly RegExp[],
): RequestRecord {
  const check = createAnswerChecker(openapi);
  const calls: string[] = [];
  const faults: string[] = [];
  const checking = new Set<Promise<void>>();

  context.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin !== url && !/^(data|blob):/.test(request.url())) {
      faults.push(`a request to another origin: ${request.url()}`);
    } else if (isOfApi(pathname)) {
      calls.push(`${request.method()} ${pathname}${search}`);
      const found = findPath(openapi, pathname);
      if (found === null || findOperation(found, request.method()) === null) {
        faults.push(`not in the OpenAPI document: ${request.method()} ${pathname}`);
      }
    }
  });
  context.on('requestfinished', (request) => {
    if (!isOfApi(new URL(request.url()).pathname)) return;
    const checked = checkAnswer(request).catch((error: unknown) => {
      faults.push(error instanceof Error ? error.message : String(error));
    });
    checking.add(checked);
    void checked.finally(() => checking.delete(checked));
  });
  context.on('console', (message) => {
    const text = said(message);
    if (text !== null && !expected.some((pattern) => pattern.test(text))) faults.push(text);
  });
  context.on('weberror', (error) => {
    const text = `uncaught: ${error.error().message}`;
    if (!expected.some((pattern) => pattern.test(text))) faults.push(text);
  });

  async function checkAnswer(request: Request): Promise<void> {
    const response = await request.response().catch(() => null);
    if (response === null) return;
    const body = await response.body().catch(() => null);
    // What the page has left behind before it was read cannot be checked.
    if (body === null && response.status() !== 204 && response.status() !== 304) return;
    const answered = await response.allHeaders().catch(() => null);
    const asked = await request.allHeaders().catch(() => null);
    if (answered === null || asked === null) return;
    const { 'content-encoding': _encoding, 'set-cookie': cookies, ...others } = answered;
    // Several of one name come in lines, which no header value may have.
    const headers: Readonly<Record<string, string>> = {
      ...others,
      ...(cookies !== undefined && { 'set-cookie': cookies.replaceAll('\n', ', ') }),
    };
    // Of a 304 to a question that the browser asked by itself, the body is from its cache and the headers are as they came.
    const isUnchanged = response.status() === 200 && headers['content-type'] === undefined;
    await check(
      {
        method: request.method(),
        url: request.url(),
        headers: asked,
        body: request.postData(),
      },
      isUnchanged ? { status: 304, headers, body: null } : { status: response.status(), headers, body },
    );
  }

  return {
    calls,
    async faults() {
      await Promise.all(checking);
      return faults;
    },
  };
}

function isOfApi(path: string): boolean {
  return /^\/(api|health)(\/|$)/.test(path);
}

/** What the browser complains of; answers of the API that refuse something are looked at where they belong. */
function said(message: ConsoleMessage): string | null {
  if (!['error', 'warning'].includes(message.type())) return null;
  const { url } = message.location();
  const isAnswer = message.text().startsWith('Failed to load resource') && url !== '';
  if (isAnswer && isOfApi(new URL(url).pathname)) return null;
  return `${message.type()}: ${message.text()}${url === '' ? '' : ` (${url})`}`;
}
