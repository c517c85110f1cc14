/** Direct uploads, as programs send them. */
import type { Body } from '../../contract/support/exam.js';

type Headers = Readonly<Record<string, string>>;

export interface Announced {
  readonly bytes: Uint8Array | string;
  readonly filename?: string;
  /** Default: as many bytes as there are. */
  readonly filesize?: number;
  readonly mimeType?: string;
  readonly data?: object;
  readonly checksum?: string;
  readonly document?: string;
  readonly headers?: Headers;
}

export interface Answered {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly body: Body;
}

/** Calls of direct uploads at a server. `path` is that of the collection. */
export interface DirectCalls {
  begin(path: string, announced: Announced): Promise<Answered>;
  /** Stores all parts, or those that are chosen, where the beginning says; returns the statuses. */
  store(
    begun: Body,
    bytes: Uint8Array | string,
    options?: { readonly headers?: Headers; readonly only?: readonly number[] },
  ): Promise<readonly number[]>;
  complete(path: string, begun: Body, headers?: Headers): Promise<Answered>;
  end(path: string, begun: Body, headers?: Headers): Promise<Answered>;
}

async function call(url: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

export function directCalls(origin: () => string): DirectCalls {
  const of = (path: string, begun: Body, end = ''): string =>
    `${origin()}${path}/uploads/${begun.uploadId}${end}`;
  return {
    begin(path, { bytes, filename = 'a.txt', mimeType = 'text/plain', headers = {}, ...more }) {
      const body = JSON.stringify({ filename, mimeType, filesize: Buffer.byteLength(bytes), ...more });
      const sent = { 'content-type': 'application/json', ...headers };
      return call(`${origin()}${path}/uploads`, { method: 'POST', headers: sent, body });
    },
    async store({ parts }, bytes, { headers = {}, only } = {}) {
      const whole = Buffer.from(bytes);
      const statuses: number[] = [];
      for (const [index, part] of parts.entries()) {
        if (only !== undefined && !only.includes(index + 1)) continue;
        const isOwn = part.url.startsWith('/');
        const { status } = await fetch(isOwn ? `${origin()}${part.url}` : part.url, {
          method: 'PUT',
          headers: { ...part.headers, ...(isOwn && headers) },
          body: new Uint8Array(whole.subarray(part.from, part.to)),
        });
        statuses.push(status);
      }
      return statuses;
    },
    complete: (path, begun, headers = {}) => call(of(path, begun, '/complete'), { method: 'POST', headers }),
    end: (path, begun, headers = {}) => call(of(path, begun), { method: 'DELETE', headers }),
  };
}
