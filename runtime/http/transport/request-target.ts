/** The two parts of a request's target. */
export interface RequestTarget {
  /** Both as they were sent. */
  readonly whole: string;
  /** Begins with `/`, still percent-encoded; `*` of `OPTIONS *`. */
  readonly path: string;
  /** Without `?`; `''` if there is none. */
  readonly search: string;
}

/**
 * Splits the target of a request line. A URL parser would be wrong here: it reads `//host/path` as another
 * host and resolves `..`. Proxies send the absolute form (`GET http://host/path`), which every server must
 * accept (RFC 9112, 3.2.2).
 */
export function splitTarget(target: string): RequestTarget {
  const local = target.startsWith('/') ? target : withoutAuthority(target);
  const question = local.indexOf('?');
  if (question === -1) return { whole: local, path: local, search: '' };
  return { whole: local, path: local.slice(0, question), search: local.slice(question + 1) };
}

function withoutAuthority(target: string): string {
  const scheme = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!scheme) return target;
  const local = target.slice(scheme[0].length);
  return local.startsWith('/') ? local : `/${local}`;
}
