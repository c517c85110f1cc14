/**
 * Opens a file on another server for a requester, who may not choose where this server connects to
 * (docs/spec/uploads.md#routes): listed hosts only, public addresses only, and the connection goes to the
 * address that was checked, so that a name which resolves to another one later gains nothing.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isListed, type RemoteHost } from '../../config/remote-host.js';
import { parseUrl } from '../../util/parse-url.js';
import type { RemoteNetwork } from '../../util/remote-network.js';

/** What may be fetched, and how long that may take. */
export interface RemoteRules {
  readonly hosts: readonly RemoteHost[];
  readonly network: RemoteNetwork;
  /** Milliseconds until the first byte of the response, with all redirects. */
  readonly timeout: number;
}

/** A file on another server. */
export interface RemoteFile {
  /** The last part of the path of its address. */
  readonly filename: string;
  readonly declaredType: string | null;
  /** Null where the server does not say it. */
  readonly length: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  close(): void;
}

/** The file cannot be had: whatever the reason, a client learns no more than that. */
export class RemoteRefused extends Error {
  override readonly name = 'RemoteRefused';
}

const maxRedirects = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** @throws RemoteRefused */
export async function openRemote(address: string, rules: RemoteRules): Promise<RemoteFile> {
  const deadline = AbortSignal.timeout(rules.timeout);
  let url = parseUrl(address);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    if (url === null) throw new RemoteRefused('The address is not valid.');
    const response = await respond(url, rules, deadline);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return fileOf(url, response);
    response.destroy();
    if (!redirects.has(statusCode) || headers.location === undefined) {
      throw new RemoteRefused(`The response has the status ${statusCode}.`);
    }
    url = parseUrl(headers.location, url.href);
  }
  throw new RemoteRefused('There are too many redirects.');
}

async function respond(
  url: URL,
  { hosts, network }: RemoteRules,
  deadline: AbortSignal,
): Promise<IncomingMessage> {
  if (url.username !== '' || url.password !== '') throw new RemoteRefused('The address has a credential.');
  if (!isListed(url, hosts)) throw new RemoteRefused('The host is not listed.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await within(network.resolve(host), deadline) : [host];
  const [address] = addresses;
  if (address === undefined || !addresses.every((one) => network.isOpen(one))) {
    throw new RemoteRefused('The host has an address that is not public.');
  }
  return connect(url, address, deadline);
}

function connect(url: URL, address: string, deadline: AbortSignal): Promise<IncomingMessage> {
  const family = isIP(address);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown): void => reject(new RemoteRefused('The request failed.', { cause }));
    const expire = (): void => void request.destroy(new Error('The response took too long.'));
    const request = send(url, {
      agent: false,
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'svc' },
      // The name is not resolved again.
      lookup: (_name, { all }, done) =>
        all === true ? done(null, [{ address, family }]) : done(null, address, family),
    });
    if (deadline.aborted) expire();
    deadline.addEventListener('abort', expire, { once: true });
    request.once('error', refuse);
    request.once('response', (response) => {
      deadline.removeEventListener('abort', expire);
      resolve(response);
    });
    request.end();
  });
}

function fileOf(url: URL, response: IncomingMessage): RemoteFile {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = response.headers;
  if (encoding !== undefined && encoding !== 'identity') {
    response.destroy();
    throw new RemoteRefused('The file is compressed.');
  }
  return {
    filename: nameIn(url),
    declaredType: type?.split(';')[0]?.trim().toLowerCase() || null,
    length: length === undefined ? null : Number(length),
    bytes: bytesOf(response),
    close: () => void response.destroy(),
  };
}

async function* bytesOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array;
  } catch (cause) {
    throw new RemoteRefused('The response ended early.', { cause });
  }
}

function nameIn({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The value of a promise that knows no signal. */
function within<T>(promise: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(new RemoteRefused('The name took too long to resolve.'));
    if (deadline.aborted) expire();
    deadline.addEventListener('abort', expire, { once: true });
    promise.then(resolve, (cause: unknown) =>
      reject(new RemoteRefused('The name cannot be resolved.', { cause })),
    );
  });
}
