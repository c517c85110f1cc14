import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';
import { findOperation, findPath } from '../../support/openapi-document.js';
import { createAnswerChecker } from '../../support/openapi-validator.js';
import type { DashboardServer } from './dashboard-server.js';

/** The requests and console messages of a browser. */
export interface RequestRecord {
  /** Calls of the API, such as `GET /api/posts?limit=10`, in order. */
  readonly calls: readonly string[];
  /** Waits for pending checks and returns everything that must not have happened. */
  faults(): Promise<readonly string[]>;
}

/**
 * Records every request and console message of a context, and checks API calls against the OpenAPI document.
 */
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
      const fault = `a request to another origin: ${request.url()}`;
      if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault);
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
    // The body is not available if the page navigated before it was read.
    if (body === null && response.status() !== 204 && response.status() !== 304) return;
    const answered = await response.allHeaders().catch(() => null);
    const asked = await request.allHeaders().catch(() => null);
    if (answered === null || asked === null) return;
    const { 'content-encoding': _encoding, 'set-cookie': cookies, ...others } = answered;
    // Repeated headers are joined by line breaks, which a header value must not contain.
    const headers: Readonly<Record<string, string>> = {
      ...others,
      ...(cookies !== undefined && { 'set-cookie': cookies.replaceAll('\n', ', ') }),
    };
    // If the browser revalidated by itself and got a 304, the status and body are those of its cache, and the
    // headers are those of the 304.
    const isUnchanged = response.status() === 200 && headers['content-type'] === undefined;
    await check(
      {
        method: request.method(),
        url: request.url(),
        headers: asked,
        // A form with a file, and a part of a file, are not JSON.
        body: /^(?:multipart|application\/offset)/.test(asked['content-type'] ?? '')
          ? null
          : request.postData(),
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

/** The text of an error or warning. Null for failed API responses, which the tests check themselves. */
function said(message: ConsoleMessage): string | null {
  if (!['error', 'warning'].includes(message.type())) return null;
  const { url } = message.location();
  const isAnswer = message.text().startsWith('Failed to load resource') && url !== '';
  if (isAnswer && isOfApi(new URL(url).pathname)) return null;
  return `${message.type()}: ${message.text()}${url === '' ? '' : ` (${url})`}`;
}
