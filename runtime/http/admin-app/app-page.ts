import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, RouteHandler } from '../api.js';
import { authorizeAnybody } from '../authorize.js';
import type { AppFiles } from './app-files.js';

/**
 * The application and what it loads come from this server; nothing is inline, and text becomes markup or code only where a policy by one of
 * these names made it: the editor's, which reads what was pasted into a document of its own.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types ProseMirrorClipboard',
].join('; ');

const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The page of the application, whatever address of it was asked for, to everybody. */
export function openApp(files: AppFiles): RouteHandler {
  return async function openDashboard(request) {
    authorizeAnybody(request);
    return appPage(files, request, []);
  };
}

/** Answers with the page of the application. */
export async function appPage(
  files: AppFiles,
  request: ApiRequest,
  cookies: readonly string[],
): Promise<Reply> {
  const reply = await files.reply('index.html', request);
  if (reply === null) throw new ServiceError('NOT_FOUND', 'The dashboard is not built: install svc again.');
  // A page that brings cookies is none that a cache may keep.
  const headers = {
    ...reply.headers,
    ...pageHeaders,
    ...(cookies.length > 0 && { 'Cache-Control': 'no-store' }),
  };
  if (reply.status === 304 && cookies.length === 0) return { ...reply, headers };
  return { ...reply, headers, cookies };
}
