import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { authorizeAnybody } from '../security/authorize.js';
import { type AppFiles, uncompressed } from './app-files.js';
import { isMounted, mountedPage } from './mounted-page.js';

/**
 * The application and everything that it loads come from this server. Nothing is inline, and text becomes
 * markup or code only through a Trusted Types policy with one of these names: that of the editor, which
 * parses pasted text in a separate document.
 */
const policyOf = (...sources: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ...sources,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types ProseMirrorClipboard',
  ].join('; ');

const plainPolicy = policyOf("img-src 'self' data:");

/** The policy of a service, which lets the page show what comes from the origins that the config names. */
function policyFor(service: Service): string {
  const { imageOrigins = [], previewOrigins = [] } = service;
  if (hasFiles(service)) return policyWithFiles(service, imageOrigins);
  const framed = previewOrigins.length === 0 ? [] : [`frame-src${listed(previewOrigins)}`];
  if (imageOrigins.length === 0)
    return framed.length === 0 ? plainPolicy : policyOf("img-src 'self' data:", ...framed);
  const also = listed(imageOrigins);
  return policyOf(`img-src 'self' data:${also}`, `media-src 'self'${also}`, ...framed);
}

/** Previews of stored files, whose requests may be redirected, and of chosen ones, which are `blob:`. */
function policyWithFiles({ parts, previewOrigins = [] }: Service, imageOrigins: readonly string[]): string {
  const origins = parts.flatMap(({ fileOrigins = [] }) => fileOrigins);
  const ofMedia = parts.flatMap(({ mediaOrigins = [] }) => mediaOrigins);
  const shown = listed([...origins, ...ofMedia, ...imageOrigins]);
  return policyOf(
    `img-src 'self' data: blob:${shown}`,
    `media-src 'self'${shown}`,
    `frame-src 'self'${listed([...origins, ...previewOrigins])}`,
  );
}

function listed(origins: readonly string[]): string {
  return [...new Set(origins)].map((origin) => ` ${origin}`).join('');
}

const pageHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Serves the page of the application at every path, to all requests. */
export function openApp(files: AppFiles, mountOf: MountOf): RouteHandler {
  return async function openDashboard(request, service) {
    authorizeAnybody(request);
    return appPage(files, { request, service, mount: mountOf(request, service), cookies: [] });
  };
}

/** Returns the path at which the browser finds the service. */
export type MountOf = (request: ApiRequest, service: Service) => string;

interface PageRequest {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly mount: string;
  readonly cookies: readonly string[];
}

function hasFiles({ contract }: Service): boolean {
  return contract.collections.some(({ upload }) => upload !== undefined);
}

async function pageFile(files: AppFiles, { request, mount }: PageRequest): Promise<Reply | null> {
  if (!isMounted(mount)) return files.reply('index.html', request);
  const plain = await files.reply('index.html', uncompressed);
  return plain && mountedPage(plain, mount, request);
}

/** Returns the response with the page of the application. */
export async function appPage(files: AppFiles, page: PageRequest): Promise<Reply> {
  const { service, cookies } = page;
  const reply = await pageFile(files, page);
  if (reply === null) throw new ServiceError('NOT_FOUND', reason('dashboard.notBuilt'));
  // A page that sets cookies must not be cached.
  const headers = {
    ...reply.headers,
    ...pageHeaders,
    'Content-Security-Policy': policyFor(service),
    ...(cookies.length > 0 && { 'Cache-Control': 'no-store' }),
  };
  if (reply.status === 304 && cookies.length === 0) return { ...reply, headers };
  return { ...reply, headers, cookies };
}
