import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';

/** Refuses a write that must not act with the cookies that its browser adds. */
export type CsrfCheck = (header: (name: string) => string | undefined) => void;

/**
 * Refuses cross-site writes: by Fetch Metadata, which pages cannot forge, else by the Origin (OWASP,
 * Cross-Site Request Forgery Prevention Cheat Sheet). A request with neither does not come from a browser.
 *
 * @throws ServiceError FORBIDDEN
 */
export function createCsrfCheck(options: {
  readonly baseUrl: string;
  readonly trustedOrigins: readonly string[];
}): CsrfCheck {
  const trusted = new Set(options.trustedOrigins);
  const own = new URL(options.baseUrl).origin;
  // An opaque origin is sent as `null`; whatever the config says, it could be any page.
  trusted.delete('null');

  return function checkCsrf(header) {
    const site = header('sec-fetch-site');
    const origin = header('origin');
    // With one of these, `Origin: null` is a page that sends no referrer; a sandboxed frame has an origin of
    // its own, which is `cross-site`.
    if (site === 'same-origin' || site === 'none') return;
    if (origin !== undefined && trusted.has(origin)) return;
    if (site === undefined && (origin === undefined || origin === own)) return;
    throw new ServiceError('FORBIDDEN', reason('origin.untrusted'));
  };
}
