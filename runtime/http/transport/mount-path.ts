import type { IncomingMessage } from 'node:http';

/** Properties that frameworks set on a request when they remove the mount path from its URL. */
interface MountedRequest extends IncomingMessage {
  /** Express: that path. */
  readonly baseUrl?: unknown;
  /** Connect and middie (Fastify): the whole target. */
  readonly originalUrl?: unknown;
}

/** Returns the path at which the service is mounted in an application around it; `''` at the root. */
export function mountOf(request: MountedRequest): string {
  const { baseUrl, originalUrl, url = '/' } = request;
  if (typeof baseUrl === 'string') return baseUrl;
  return typeof originalUrl === 'string' && originalUrl.endsWith(url)
    ? originalUrl.slice(0, originalUrl.length - url.length)
    : '';
}
