import { ServiceError } from '../errors/service-error.js';

/** Whether a writing request may act with the cookies that its browser adds. */
export type CsrfCheck = (header: (name: string) => string | undefined) => void;

/**
 * Refuses writes that a page of another site has a browser send: by Fetch Metadata, which pages cannot forge, else by the
 * Origin (OWASP, Cross-Site Request Forgery Prevention Cheat Sheet). A request with neither does not come from a browser.
 *
 * @throws ServiceError FORBIDDEN
 */
export function createCsrfCheck(options: {
  readonly baseUrl: string;
  readonly trustedOrigins: readonly string[];
}): CsrfCheck {
  const trusted = new Set(options.trustedOrigins);
  const own = new URL(options.baseUrl).origin;
  // An opaque origin calls itself so; whatever a config says, it could be anybody.
  trusted.delete('null');

  return function checkCsrf(header) {
    const site = header('sec-fetch-site');
    const origin = header('origin');
    // `Origin: null` beside it is a page that sends no referrer; a sandboxed frame has an origin of its own, which is `cross-site`.
    if (site === 'same-origin' || site === 'none') return;
    if (origin !== undefined && trusted.has(origin)) return;
    if (site === undefined && (origin === undefined || origin === own)) return;
    throw new ServiceError(
      'FORBIDDEN',
      'This request comes from a page of another site; add its origin to auth.trustedOrigins to allow it.',
    );
  };
}
