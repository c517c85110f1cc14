import { type Capability, hasAuthentication, type SlugChange } from '../../../storage/capability.js';
import type { Connection } from '../../../storage/driver.js';
import { versionNoteTables } from './version-notes.js';

/**
 * Labels of versions, and comments on them (docs/spec/content-tools.md#together). They end with their
 * versions: `version-store.ts`.
 */
export const versionNotes: Capability<unknown> = {
  name: 'version notes',
  // They have authors.
  isUsedBy: (contract) =>
    hasAuthentication(contract) &&
    [...contract.collections, ...contract.globals].some(({ versions }) => versions !== undefined),
  tables: versionNoteTables,
  changeSlug,
};

async function changeSlug(connection: Connection, { from, to }: SlugChange): Promise<void> {
  const bare = (name: string): string => name.replace(/^globals\./, '');
  const kind = to.startsWith('globals.') ? 'global' : 'collection';
  for (const { name } of versionNoteTables)
    await connection.run(`UPDATE "${name}" SET "slug" = ? WHERE "slug" = ? AND "kind" = ?`, [
      bare(to),
      bare(from),
      kind,
    ]);
}
