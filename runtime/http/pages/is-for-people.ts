import type { ApiRequest } from '../api.js';

/** Whether a person views the response: a browser that opened a page or sent one of its forms. */
export function isForPeople(request: Pick<ApiRequest, 'path' | 'header'>): boolean {
  return (request.path === '/admin' || request.path.startsWith('/admin/')) && wantsPage(request);
}

/**
 * Whether the address is opened in a browser: then the response is a page, and the link is not used up. Mail
 * scanners and previews open links as browsers do (docs/spec/auth.md#link-endpoints).
 */
export function wantsPage(request: Pick<ApiRequest, 'header'>): boolean {
  return /(?:^|,)\s*text\/html\b/i.test(request.header('accept') ?? '');
}
