import { linkAddress } from '../../auth/links/link-address.js';
import type { AuthOptions } from '../../config/auth-options.js';
import { parseUrl } from '../../util/parse-url.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { authOf } from '../security/authorize.js';
import { pageLanguage } from './language/page-language.js';
import { frameTexts, translatePage } from './language/translate-page.js';
import { pageBrand } from './page-brand.js';
import type { PageView } from './page-view.js';
import { publicMount } from './public-mount.js';
import { renderPage } from './render-page.js';

export interface PageReplyOptions {
  /** Default 200. */
  readonly status?: number;
  /** Whether the address contains a token: no other site may see it (OWASP, Forgot Password Cheat Sheet). */
  readonly hasToken?: boolean;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the response with a page, in the language of the browser. */
export async function pageReply(
  request: ApiRequest,
  service: Service,
  view: PageView,
  options: PageReplyOptions = {},
): Promise<Reply> {
  const { status = 200, hasToken = false, cookies = [], headers = {} } = options;
  const base = pagesBase(request, service);
  const language = pageLanguage(request.header('accept-language'));
  const frame = {
    ...(await pageBrand(service, base)),
    ...{ base, hasToken, language },
    faultMark: status >= 400 ? frameTexts(language).error : null,
  };
  const body = await renderPage(translatePage(view, language), frame);
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(authOf(service).options),
      // With `no-referrer` browsers send `Origin: null` with forms, which is refused without Fetch Metadata
      // (plain http): the template of a page with a token widens it to the bare origin.
      'Referrer-Policy': hasToken ? 'no-referrer' : 'same-origin',
      'Cache-Control': 'no-store',
    },
    cookies,
    body,
  };
}

/** Redirects the browser after a form, so that a reload does not send it again. */
export function seeOther(location: string, cookies: readonly string[] = []): Reply {
  return {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
    cookies,
    body: null,
  };
}

/** Returns the path of the pages as the browser sees it. */
export function pagesBase(request: Pick<ApiRequest, 'mount'>, service: Service): string {
  return `${publicMount(request, authOf(service).options.baseUrl)}/admin`;
}

/** Returns the login address: a frontend's page, else that of the service. */
export function loginAddress(request: ApiRequest, service: Service, done?: string): string {
  const { options } = authOf(service);
  if (options.pages.login !== undefined) return linkAddress(options, 'login');
  return `${pagesBase(request, service)}/login${done === undefined ? '' : `?done=${done}`}`;
}

/**
 * The page needs its style sheet, its fonts, the logos and its own forms. Browsers apply `form-action` to
 * redirects after a form too, so it also lists the origins to which a form may redirect.
 */
function contentSecurityPolicy({ trustedOrigins, pages }: AuthOptions): string {
  const frontends = Object.values(pages).flatMap((page) => parseUrl(page)?.origin ?? []);
  const targets = ["'self'", ...new Set([...trustedOrigins, ...frontends])];
  return (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; " +
    `form-action ${targets.join(' ')}; frame-ancestors 'none'; base-uri 'none'`
  );
}
