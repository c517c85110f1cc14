import type { ApiRequest } from '../api.js';

/**
 * Returns the path of the service as the browser sees it: a proxy, or an application around the service, may
 * add a prefix. `''` at the root.
 *
 * @param baseUrl - of the config, where browsers find the service.
 */
export function publicMount({ mount }: Pick<ApiRequest, 'mount'>, baseUrl: string): string {
  const publicPath = new URL(baseUrl).pathname.replace(/\/$/, '');
  return publicPath.endsWith(mount) ? publicPath : mount;
}
