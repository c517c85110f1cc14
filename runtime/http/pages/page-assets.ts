import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailAssets } from '../../mail/mail-assets.js';
import { packageRoot } from '../../util/package-root.js';
import type { Reply, RouteHandler, Routes, Service } from '../api.js';
import { authorizeAnybody } from '../security/authorize.js';
import { embeddable } from '../security/embeddable.js';
import { matchesTag } from '../transport/entity-tags.js';
import { brandedStyle } from './page-brand.js';

/** The style sheet and the fonts of the pages, and the logos of pages and mails. */
export function pageAssets(): Routes {
  const logo = (name: string): (() => Reply) => {
    return () => {
      const asset = mailAssets().find((each) => each.name === name);
      return assetReply(asset?.bytes ?? new Uint8Array(), 'image/svg+xml', embeddable);
    };
  };
  return {
    '/admin/auth.css': { GET: serve(styleReply) },
    '/admin/geist-latin.woff2': { GET: serve(() => fontReply('geist-latin.woff2')) },
    '/admin/geist-latin-ext.woff2': { GET: serve(() => fontReply('geist-latin-ext.woff2')) },
    '/admin/logo.svg': { GET: serve(logo('logo.svg')) },
    '/admin/logo-white.svg': { GET: serve(logo('logo-white.svg')) },
  };
}

async function styleReply(service: Service): Promise<Reply> {
  const style = templateFile('auth.css').toString('utf8');
  return assetReply(Buffer.from(await brandedStyle(style, service)), 'text/css; charset=utf-8');
}

function fontReply(name: string): Reply {
  return assetReply(templateFile(name), 'font/woff2');
}

function templateFile(name: string): Buffer {
  return readFileSync(join(packageRoot, 'templates/pages', name));
}

/** Reads the file on the first request. */
function serve(make: (service: Service) => Reply | Promise<Reply>): RouteHandler {
  let reply: Reply | null = null;
  return async function asset(request, service) {
    authorizeAnybody(request);
    reply ??= await make(service);
    const { 'Content-Type': _, ...kept } = reply.headers ?? {};
    if (!matchesTag(request.header('if-none-match'), kept['ETag'] ?? '')) return reply;
    // A browser stores the headers of a 304, including lifetime and `Cross-Origin-Resource-Policy` (RFC 9111,
    // section 3.2).
    return { status: 304, headers: kept, body: null };
  };
}

function assetReply(body: Uint8Array, type: string, more: Readonly<Record<string, string>> = {}): Reply {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 32);
  return {
    status: 200,
    // The address does not change when the package is updated, so caches revalidate after a while.
    headers: { 'Content-Type': type, ETag: `"${hash}"`, 'Cache-Control': 'public, max-age=3600', ...more },
    body,
    constant: true,
  };
}
