import type { ApiRequest } from '../api.js';
import { wantsPage } from '../auth-routes/flows/wants-page.js';

/** Whether a person views the response: a browser that opened a page or sent one of its forms. */
export function isForPeople(request: Pick<ApiRequest, 'path' | 'header'>): boolean {
  return (request.path === '/admin' || request.path.startsWith('/admin/')) && wantsPage(request);
}
