import { adminRoutes as table } from '../../codegen/routes/service-routes.js';
import type { Routes } from '../api.js';
import { withHandlers } from '../routing/with-handlers.js';
import { createAdminMetaFile } from './admin-meta-file.js';
import { readDeletions } from './deletions.js';
import { readDocumentAccess, readGlobalAccess } from './document-access.js';
import { readMeta } from './meta.js';
import { readOverview } from './overview.js';
import { readReferences } from './references.js';

/**
 * The routes that the dashboard needs in addition to those of documents; public like these. `admin` is the
 * emitted `admin.json`.
 */
export function adminRoutes(admin: URL): Routes {
  const readFile = createAdminMetaFile(admin);
  return withHandlers(table, {
    getAdminMeta: readMeta(readFile),
    getAdminOverview: readOverview(readFile),
    getAdminDocumentAccess: readDocumentAccess(readFile),
    getAdminGlobalAccess: readGlobalAccess(readFile),
    getAdminReferences: readReferences(readFile),
    postAdminReferences: readDeletions,
  });
}
