import { typeNamed } from '../codegen/document-name.js';
import type { OpenPart } from '../http/api.js';
import type { Capability, SlugChange } from '../storage/capability.js';
import type { Connection } from '../storage/driver.js';
import { scheduleTables } from './schedule-table.js';

/** Scheduled publication of documents with drafts. */
export const schedule: Capability<unknown, OpenPart> = {
  name: 'schedule',
  isUsedBy: ({ collections, globals }) => [...collections, ...globals].some(({ drafts }) => drafts),
  tables: scheduleTables,
  changeSlug: changeTargets,
  load: async () => (await import('./open-schedule.js')).openSchedule,
};

async function changeTargets(connection: Connection, { from, to }: SlugChange): Promise<void> {
  const { kind, slug } = typeNamed(to);
  await connection.run(`UPDATE "_svc_schedule" SET "slug" = ? WHERE "slug" = ? AND "kind" = ?`, [
    slug,
    typeNamed(from).slug,
    kind,
  ]);
}
