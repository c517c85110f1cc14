import type { AuthServices } from '../auth/auth-services.js';
import type { OpenPart } from '../http/api.js';
import { type Capability, hasAuthentication, type SlugChange } from '../storage/capability.js';
import type { Connection } from '../storage/driver.js';
import { deleteOrphans, deleteViewsOf, viewTables } from './view-table.js';

/** Saved views of lists: docs/spec/content-tools.md#numbers-and-views. */
export const views: Capability<AuthServices, OpenPart> = {
  name: 'saved views',
  isUsedBy: hasAuthentication,
  tables: viewTables,
  changeSlug,
  // Users may be deleted by other means than the service.
  purge: ({ driver }) => driver.briefTransaction(deleteOrphans),
  load: async () => () => ({ ofDeletedUser: deleteViewsOf }),
};

async function changeSlug(connection: Connection, { from, to }: SlugChange): Promise<void> {
  await connection.run('UPDATE "_svc_views" SET "slug" = ? WHERE "slug" = ?', [to, from]);
}
