import type { ApiRequest } from '../../api.js';

/**
 * Whether somebody opens the address in a browser: then a page answers, and nothing is used up. Mail scanners and previews open links
 * as browsers do (auth.md, section 1).
 */
export function wantsPage(request: Pick<ApiRequest, 'header'>): boolean {
  return /(?:^|,)\s*text\/html\b/i.test(request.header('accept') ?? '');
}
