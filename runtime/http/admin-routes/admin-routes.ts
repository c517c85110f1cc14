import type { Routes } from '../api.js';
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
  return {
    '/api/admin/meta': { GET: readMeta(readFile) },
    '/api/admin/overview': { GET: readOverview(readFile) },
    '/api/admin/access/:slug/:id': { GET: readDocumentAccess(readFile) },
    '/api/admin/access/globals/:slug': { GET: readGlobalAccess(readFile) },
    '/api/admin/references/:slug': { POST: readDeletions },
    '/api/admin/references/:slug/:id': { GET: readReferences(readFile) },
  };
}
