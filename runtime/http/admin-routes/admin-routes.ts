import {
  adminAccountRoutes,
  previewRoutes,
  adminRoutes as table,
} from '../../codegen/routes/service-routes.js';
import type { ServiceConfig } from '../../config/service-config.js';
import type { Routes } from '../api.js';
import { withHandlers } from '../routing/with-handlers.js';
import { createAdminMetaFile } from './admin-meta-file.js';
import { readDeletions } from './deletions.js';
import { readDocumentAccess, readGlobalAccess } from './document-access.js';
import { readDraftCounts } from './draft-counts.js';
import { readMeta } from './meta.js';
import { readOverview } from './overview.js';
import { postGlobalPresence, postPresence } from './presence.js';
import { openPreview, previewsOf } from './preview.js';
import { readReferences } from './references.js';
import { postResetLink } from './reset-link.js';
import { readRights } from './rights.js';
import { readScheduled } from './scheduled.js';
import { postTestMail } from './test-mail.js';
import {
  deleteVersionComment,
  postVersionComment,
  putVersionLabel,
  readVersionNotes,
} from './version-notes.js';

/**
 * The routes that the dashboard needs in addition to those of documents; public like these. `admin` is the
 * emitted `admin.json`.
 */
export function adminRoutes(
  admin: URL,
  config: Pick<ServiceConfig, 'auth' | 'collections' | 'admin'>,
): Routes {
  const readFile = createAdminMetaFile(admin);
  const previews = previewsOf(config);
  const own = withHandlers(table, {
    getAdminMeta: readMeta(readFile),
    getAdminOverview: readOverview(readFile),
    getAdminDraftCounts: readDraftCounts,
    getAdminScheduled: readScheduled(readFile),
    getAdminDocumentAccess: readDocumentAccess(readFile),
    getAdminGlobalAccess: readGlobalAccess(readFile),
    postAdminPresence: postPresence,
    postAdminGlobalPresence: postGlobalPresence,
    getAdminReferences: readReferences(readFile),
    postAdminReferences: readDeletions,
  });
  const ofAccounts =
    config.auth === undefined
      ? {}
      : withHandlers(adminAccountRoutes, {
          getAdminVersionNotes: readVersionNotes,
          putAdminVersionLabel: putVersionLabel,
          postAdminVersionComment: postVersionComment,
          deleteAdminVersionComment: deleteVersionComment,
          getAdminRights: readRights(readFile),
          postAdminTestMail: postTestMail,
          postAdminResetLink: postResetLink,
        });
  if (previews.size === 0) return { ...own, ...ofAccounts };
  const { previewOrigins = [] } = config.admin || {};
  const postAdminPreview = openPreview(previews, new Set(previewOrigins));
  return { ...own, ...ofAccounts, ...withHandlers(previewRoutes, { postAdminPreview }) };
}
