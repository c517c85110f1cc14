import { previewRoutes, adminRoutes as table } from '../../codegen/routes/service-routes.js';
import type { ServiceConfig } from '../../config/service-config.js';
import type { Routes } from '../api.js';
import { withHandlers } from '../routing/with-handlers.js';
import { createAdminMetaFile } from './admin-meta-file.js';
import { readDeletions } from './deletions.js';
import { readDocumentAccess, readGlobalAccess } from './document-access.js';
import { readMeta } from './meta.js';
import { readOverview } from './overview.js';
import { openPreview, previewsOf } from './preview.js';
import { readReferences } from './references.js';
import { readScheduled } from './scheduled.js';

/**
 * The routes that the dashboard needs in addition to those of documents; public like these. `admin` is the
 * emitted `admin.json`.
 */
export function adminRoutes(admin: URL, config: Pick<ServiceConfig, 'collections' | 'admin'>): Routes {
  const readFile = createAdminMetaFile(admin);
  const previews = previewsOf(config);
  const own = withHandlers(table, {
    getAdminMeta: readMeta(readFile),
    getAdminOverview: readOverview(readFile),
    getAdminScheduled: readScheduled(readFile),
    getAdminDocumentAccess: readDocumentAccess(readFile),
    getAdminGlobalAccess: readGlobalAccess(readFile),
    getAdminReferences: readReferences(readFile),
    postAdminReferences: readDeletions,
  });
  if (previews.size === 0) return own;
  const { previewOrigins = [] } = config.admin || {};
  const postAdminPreview = openPreview(previews, new Set(previewOrigins));
  return { ...own, ...withHandlers(previewRoutes, { postAdminPreview }) };
}
