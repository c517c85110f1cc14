import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { logout } from '../auth-routes/login/logout.js';
import { renewForPage } from '../auth-routes/login/refresh.js';
import { authorizeAnybody } from '../security/authorize.js';
import { requesterOrNull } from '../security/requester-or-null.js';
import { phrase } from './language/page-text.js';
import { pageReply, pagesBase, seeOther } from './page-reply.js';

/** `GET /admin`: the signed-in user; others are redirected to the login. */
export const showHome: RouteHandler = async function showHomePage(request, service) {
  authorizeAnybody(request);
  const base = pagesBase(request, service);
  const requester = await requesterOrNull(request);
  if (requester?.kind !== 'user') return renewed(request, service, base);
  const { email, name } = requester.user;
  const who = typeof name === 'string' && name !== '' ? `${name} (${email})` : String(email);
  return pageReply(request, service, {
    title: phrase('welcome', { site: service.contract.name }),
    paragraphs: [phrase('signedInAs', { who, role: requester.role })],
    forms: [{ action: `${base}/logout`, fields: [], submit: 'Sign out' }],
  });
};

/** `POST /admin/logout` */
export const submitLogout: RouteHandler = async function submitLogoutForm(request, service) {
  const { cookies = [] } = await logout(request, service);
  return seeOther(`${pagesBase(request, service)}/login?done=logged-out`, cookies);
};

/**
 * The access token ends after 15 minutes, and there is no script here to renew it: the page does so with the
 * refresh cookie.
 */
async function renewed(request: ApiRequest, service: Service, base: string): Promise<Reply> {
  if (request.isHead || request.search !== '') return seeOther(`${base}/login`);
  const { continues, cookies } = await renewForPage(request, service);
  return seeOther(continues ? base : `${base}/login`, cookies);
}
