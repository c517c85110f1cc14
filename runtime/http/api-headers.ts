import helmet from 'helmet';

export interface ApiHeadersOptions {
  readonly contractHash: string;
  /** The public address is https: browsers shall come back by https only. */
  readonly https: boolean;
  /** There are credentials: answers differ by them. */
  readonly authenticates: boolean;
}

/** Headers of every answer, names and values in turn, made once at start. */
export function apiHeaders(options: ApiHeadersOptions): readonly string[] {
  return Object.freeze(
    [
      ...securityHeaders(options.https),
      ['X-Svc-Contract', options.contractHash],
      // Answers depend on who asks and go stale with the next write; an ETag makes asking again cheap.
      ['Cache-Control', 'private, no-cache'],
      [
        'Vary',
        options.authenticates ? 'Accept-Encoding, Cookie, Authorization, X-API-Key' : 'Accept-Encoding',
      ],
    ].flat(),
  );
}

/** What helmet sets, without what only says something about pages of the same origin: API answers are data. */
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
    crossOriginResourcePolicy: false,
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
  // helmet is written for a response; all that it uses of one are these two functions, and it reads no request.
  apply(undefined as never, response as never, () => undefined);
  return headers;
}
