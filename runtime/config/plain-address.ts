import { isLoopbackName } from '../util/loopback-name.js';

/** Whether a base URL has no TLS and is reachable from other machines. */
export function isPlainAddress(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopbackName(hostname);
}
