import { type Capability, hasAuthentication, type SlugChange } from '../../../storage/capability.js';
import type { Connection } from '../../../storage/driver.js';
import type { Effect } from '../../write/intent.js';
import { removeNotes, versionNoteTables } from './version-notes.js';

/** The end of a document, as far as it concerns notes. */
interface Change {
  readonly kind: string;
  readonly descriptor: { readonly kind: 'collection' | 'global'; readonly slug: string };
  readonly id: string;
}

type Open = () => { effectsOf(change: Change): readonly Effect[] };

/** Labels of versions, and comments on them (docs/spec/content-tools.md#together). */
export const versionNotes: Capability<unknown, Open> = {
  name: 'version notes',
  // They have authors.
  isUsedBy: (contract) =>
    hasAuthentication(contract) &&
    [...contract.collections, ...contract.globals].some(({ versions }) => versions !== undefined),
  tables: versionNoteTables,
  changeSlug,
  load: async () => () => ({ effectsOf }),
};

/** In the trash a document keeps its versions, and what is said of them. */
function effectsOf({ kind, descriptor, id }: Change): readonly Effect[] {
  if (kind !== 'delete' && kind !== 'purge') return [];
  const document = { kind: descriptor.kind, slug: descriptor.slug, id };
  return [{ when: 'always', run: (connection) => removeNotes(connection, document) }];
}

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
