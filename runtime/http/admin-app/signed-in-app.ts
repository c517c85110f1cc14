import type { ApiRequest, RouteHandler, Service } from '../api.js';
import { renewForPage } from '../auth-routes/login/refresh.js';
import { pagesBase, seeOther } from '../pages/page-reply.js';
import { authorizeAnybody } from '../security/authorize.js';
import { requesterOrNull } from '../security/requester-or-null.js';
import type { AppFiles } from './app-files.js';
import { appPage, type MountOf } from './app-page.js';

/**
 * Serves the page of the application to signed-in users; others are redirected to the login, and back from
 * there. The access token ends after 15 minutes: if the request has the refresh cookie, the session
 * continues.
 */
export function openAppSignedIn(files: AppFiles, mountOf: MountOf): RouteHandler {
  return async function openDashboard(request, service) {
    authorizeAnybody(request);
    const page = { request, service, mount: mountOf(request, service) };
    const requester = await requesterOrNull(request);
    if (requester?.kind === 'user') return appPage(files, { ...page, cookies: [] });
    if (request.isHead) return seeOther(loginFor(request, service));
    const { continues, cookies } = await renewForPage(request, service);
    return continues ? appPage(files, { ...page, cookies }) : seeOther(loginFor(request, service), cookies);
  };
}

function loginFor(request: ApiRequest, service: Service): string {
  const base = pagesBase(request, service);
  const { path, search } = request;
  const requested = path.slice('/admin'.length) + (search === '' ? '' : `?${search}`);
  if (requested === '' || requested === '/') return `${base}/login`;
  return `${base}/login?next=${encodeURIComponent(base + requested)}`;
}
