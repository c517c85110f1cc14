import { createHash } from 'node:crypto';
import { documentationRoutes } from '../../codegen/routes/service-routes.js';
import type { ApiRequest, Reply, RouteHandler, Routes } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { withHandlers } from '../routing/with-handlers.js';
import { authorizeAnybody } from '../security/authorize.js';
import { matchesTag } from '../transport/entity-tags.js';
import type { OpenApiDocument } from './openapi-document.js';
import type { ReferenceOptions } from './reference-page.js';

export interface ReferenceSource extends ReferenceOptions {
  /** Reads `openapi.json`; called once, on the first request of the page. */
  readonly openapi: () => OpenApiDocument | Promise<OpenApiDocument>;
}

/** The page loads only its own style sheet: no script, no frame, no font, no form. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/api/docs` and its style sheet. */
export function referenceRoutes(source: ReferenceSource): Routes {
  let prepared: Promise<Replies> | null = null;

  function replies(): Promise<Replies> {
    prepared ??= prepare(source).catch((error: unknown) => {
      // The next request tries again: the cause may be gone.
      prepared = null;
      throw error;
    });
    return prepared;
  }

  const html: RouteHandler = async function reference(request) {
    authorizeAnybody(request);
    refuseParameters(request.search);
    return unlessKnown(request, (await replies()).html);
  };
  const css: RouteHandler = async function referenceStyle(request) {
    authorizeAnybody(request);
    refuseParameters(request.search);
    return unlessKnown(request, (await replies()).css);
  };
  const { getReference, getReferenceStyle } = documentationRoutes;
  return withHandlers({ getReference, getReferenceStyle }, { getReference: html, getReferenceStyle: css });
}

interface Replies {
  readonly html: Reply;
  readonly css: Reply;
}

async function prepare({ openapi, ...options }: ReferenceSource): Promise<Replies> {
  // Loaded now, not at start: the template engine alone takes 20 ms, and most servers never serve the page.
  const { createReferencePage } = await import('./reference-page.js');
  const { html, css } = await createReferencePage(await openapi(), options);
  return {
    html: pageReply(html, 'text/html; charset=utf-8'),
    css: pageReply(css, 'text/css; charset=utf-8'),
  };
}

function pageReply(body: Buffer, type: string): Reply {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 32);
  return {
    status: 200,
    headers: {
      ETag: `"${hash}"`,
      'Content-Type': type,
      'Content-Security-Policy': contentSecurityPolicy,
    },
    body,
    constant: true,
  };
}

function unlessKnown(request: ApiRequest, reply: Reply): Reply {
  const etag = reply.headers?.['ETag'] ?? '';
  if (!matchesTag(request.header('if-none-match'), etag)) return reply;
  // RFC 9111, section 3.2: headers of a 304 replace the stored ones, so the page's own policy must be
  // included here too.
  const headers = { ETag: etag, 'Content-Security-Policy': contentSecurityPolicy };
  return { status: 304, headers, body: null };
}
