import type { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { type PageText, phrase } from './language/page-text.js';
import { pageReply, pagesBase } from './page-reply.js';
import type { LinkView, PageView } from './page-view.js';

/** An error outside of a page's own handler, with the reply of the API. */
export interface PageFault {
  readonly error: unknown;
  readonly reply: Reply;
  readonly requestId: string;
}

/**
 * Returns the page for a request that is refused before a page's own handler runs (a form of another site,
 * too many requests, a body that is not a form) and for errors in the handler. Status and headers are those
 * of the API's response.
 */
export function faultPage(
  request: ApiRequest,
  service: Service,
  { error, reply, requestId }: PageFault,
): Promise<Reply> {
  const base = pagesBase(request, service);
  const known = isServiceError(error) && error.code !== 'INTERNAL_ERROR' ? error : null;
  const view = known === null ? unexpected(requestId) : viewOf(known);
  const again: readonly LinkView[] =
    known?.code === 'NOT_FOUND' ? [] : [{ href: tryAgain(request), text: 'Try again' }];
  return pageReply(
    request,
    service,
    { ...view, links: [...again, { href: `${base}/login`, text: 'Sign in' }] },
    { status: reply.status, ...(reply.headers && { headers: reply.headers }) },
  );
}

function viewOf(error: ServiceError): PageView {
  switch (error.code) {
    case 'FORBIDDEN':
      return {
        title: 'This form was not accepted',
        alert: ['It seems to have been sent by another site. Nothing has changed.'],
        // The usual cause is a server that is opened by another host name than its base URL: its
        // administrator needs to know.
        paragraphs: [
          'Open the page again and send it from there.',
          phrase('forAdministrators', { message: error }),
        ],
      };
    case 'RATE_LIMITED':
      return {
        title: 'Too many requests',
        alert: [phrase('tooManyFromNetwork', { wait: waitingTime(error) })],
      };
    case 'UNAVAILABLE':
      return { title: 'Not available right now', alert: [error], paragraphs: [waitingTime(error)] };
    case 'NOT_FOUND':
      return { title: 'There is no such page', paragraphs: ['The address may be mistyped or out of date.'] };
    default:
      return { title: 'This could not be done', alert: [error] };
  }
}

function unexpected(requestId: string): PageView {
  return {
    title: 'Something went wrong',
    alert: ['The server could not do this. It is not your fault.'],
    paragraphs: [phrase('failureNumber', { id: requestId })],
  };
}

function waitingTime({ retryAfter }: ServiceError): PageText {
  if (retryAfter === undefined || retryAfter <= 5) return 'Try again in a moment.';
  if (retryAfter < 60) return phrase('tryAgainIn', { count: retryAfter, unit: 'second' });
  return phrase('tryAgainIn', { count: Math.ceil(retryAfter / 60), unit: 'minute' });
}

/**
 * Returns the page itself, if it has a form; an address that only accepts forms (`/admin/logout`) has no page
 * to return to.
 */
function tryAgain({ mount, path, method, search }: ApiRequest): string {
  const page = method === 'POST' && path === '/admin/logout' ? '/admin' : path;
  return `${mount}${page}${method === 'GET' && search !== '' ? `?${search}` : ''}`;
}
