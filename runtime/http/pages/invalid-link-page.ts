import { invalidToken } from '../../auth/links/invalid-token.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { pageReply } from './page-reply.js';
import type { FormView, LinkView } from './page-view.js';

/** The page for links that are unknown, used or expired, with a way to request a new one. */
export function invalidLinkPage(
  request: ApiRequest,
  service: Service,
  links: readonly LinkView[],
  forms: readonly FormView[] = [],
): Promise<Reply> {
  const error = invalidToken();
  return pageReply(
    request,
    service,
    { title: 'This link is not valid', alert: [error], forms, links },
    { status: error.status, hasToken: true },
  );
}
