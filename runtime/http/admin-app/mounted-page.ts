import { createHash } from 'node:crypto';
import type { Reply } from '../api.js';
import { matchesTag } from '../transport/entity-tags.js';
import type { FileRequest } from './app-files.js';

/** The part of a path that can be in markup, in style sheets and in scripts as it is. */
const plainPath = /^(?:\/[\w.~%@+:,=!-]+)+$/;

/** Whether files of the dashboard have to be changed for a mount: not at the root. */
export function isMounted(mount: string): boolean {
  return plainPath.test(mount);
}

/**
 * Returns the page of the dashboard for a browser that finds the service at a path. The scripts and style
 * sheets find each other, and take the path from the page.
 */
export function mountedPage(reply: Reply, mount: string, request: FileRequest): Reply {
  const text = textOf(reply)
    .replaceAll(/ (href|src)="\/(admin|api)\//g, ` $1="${mount}/$2/`)
    .replace('name="svc-mount" content=""', `name="svc-mount" content="${mount}"`);
  return changed(reply, text, request);
}

/** The same for a file of the project's extension: it names its assets. */
export function mountedFile(reply: Reply, mount: string, request: FileRequest): Reply {
  return changed(reply, textOf(reply).replaceAll('/admin/brand/', `${mount}/admin/brand/`), request);
}

function textOf({ body }: Reply): string {
  return Buffer.from(body ?? '').toString();
}

function changed(reply: Reply, body: string, request: FileRequest): Reply {
  const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  const headers = { ...reply.headers, ETag: tag };
  if (!matchesTag(request.header('if-none-match'), tag)) return { status: reply.status, headers, body };
  const { 'Content-Type': _type, ...kept } = headers as Record<string, string>;
  return { status: 304, headers: kept, body: null };
}
