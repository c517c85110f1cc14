import { typeNamed } from '../../../codegen/document-name.js';
import { type Capability, hasAuthentication, type SlugChange } from '../../../storage/capability.js';
import type { Connection } from '../../../storage/driver.js';
import { versionNoteTables } from './version-notes.js';

/**
 * Labels of versions, and comments on them (docs/spec/content-tools.md#together). They end with their
 * versions: `version-store.ts`.
 */
export const versionNotes: Capability<unknown> = {
  name: 'version notes',
  // A note has an author, so there are none without authentication.
  isUsedBy: (contract) =>
    hasAuthentication(contract) &&
    [...contract.collections, ...contract.globals].some(({ versions }) => versions !== undefined),
  tables: versionNoteTables,
  changeSlug,
};

async function changeSlug(connection: Connection, { from, to }: SlugChange): Promise<void> {
  const { kind, slug } = typeNamed(to);
  for (const { name } of versionNoteTables)
    await connection.run(`UPDATE "${name}" SET "slug" = ? WHERE "slug" = ? AND "kind" = ?`, [
      slug,
      typeNamed(from).slug,
      kind,
    ]);
}
