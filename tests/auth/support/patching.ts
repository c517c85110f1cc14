import type { AuthClient, Sent } from '../../support/auth-server.js';

/** A client that can also send PATCH requests. */
export interface PatchingClient extends AuthClient {
  patch(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Sent>;
}

export function patching(client: AuthClient): PatchingClient {
  return { ...client, patch: (path, body, headers) => client.send('PATCH', path, body, headers) };
}
