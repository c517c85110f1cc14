import type { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { authorizeAnybody } from '../security/authorize.js';
import { pageParameters } from './page-parameters.js';
import { pageReply, pagesBase } from './page-reply.js';

/** Returns a page for a `GET`; an error that the user can act on is shown as a page too. */
export async function showPage(
  request: ApiRequest,
  service: Service,
  show: (parameters: ReadonlyMap<string, string>) => Promise<Reply>,
): Promise<Reply> {
  authorizeAnybody(request);
  try {
    return await show(pageParameters(request.search));
  } catch (error) {
    if (!isServiceError(error) || error.code === 'INTERNAL_ERROR' || error.code === 'NOT_FOUND') throw error;
    return errorPage(request, service, error);
  }
}

function errorPage(request: ApiRequest, service: Service, error: ServiceError): Promise<Reply> {
  const { status, retryAfter } = error;
  return pageReply(
    request,
    service,
    {
      title: 'Not possible now',
      alert: [error],
      links: [{ href: `${pagesBase(request, service)}/login`, text: 'Sign in' }],
    },
    { status, ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }) },
  );
}
