import helmet from 'helmet';

export interface ApiHeadersOptions {
  readonly contractHash: string;
  /** Whether the public address is https: browsers are then told to use https only. */
  readonly https: boolean;
  /** Whether there are credentials: responses differ by them. */
  readonly authenticates: boolean;
  /** Whether responses differ by the `Origin` of the request. */
  readonly variesByOrigin: boolean;
}

/** Headers of every response, names and values in turn, made once at start. */
export function apiHeaders(options: ApiHeadersOptions): readonly string[] {
  return Object.freeze(
    [
      ...securityHeaders(options.https),
      ['X-Svc-Contract', options.contractHash],
      // Responses depend on the requester and become stale with the next write; an ETag makes a repeated
      // request cheap.
      ['Cache-Control', 'private, no-cache'],
      ['Vary', varyOf(options)],
    ].flat(),
  );
}

/** One `Vary` header, not two: not every way to the socket keeps a list in which a name occurs twice. */
export function varyOf({
  authenticates,
  variesByOrigin,
}: Pick<ApiHeadersOptions, 'authenticates' | 'variesByOrigin'>): string {
  const credentials = authenticates ? ['Cookie', 'Authorization', 'X-API-Key'] : [];
  return ['Accept-Encoding', ...credentials, ...(variesByOrigin ? ['Origin'] : [])].join(', ');
}

/** The headers that helmet sets, without those that concern only pages: API responses are data. */
function securityHeaders(https: boolean): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  const apply = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      // The last three do not follow default-src (Content Security Policy Level 3; OWASP ASVS 5, 3.4.3).
      directives: {
        'default-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: false,
    // A page of another origin must not load responses into its process as an image or script, with the
    // visitor's cookies (OWASP ASVS 5, 3.5.8; against Spectre). Reads by CORS are not affected: the Fetch
    // standard, section 3.7, checks this for `no-cors` requests only.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  });
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  // helmet expects a response; it uses only these two functions of it, and does not read the request.
  apply(undefined as never, response as never, () => undefined);
  return headers;
}
