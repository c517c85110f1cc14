import type { SchemaMatch } from './match-schemas.js';
import { type RenamedCollections, renamedCollections } from './renamed-collections.js';

/** Names of tables before and after a migration. */
export interface TableNames {
  /** The new name of a former table; undefined when it is dropped. */
  now(former: string): string | undefined;
  /** The former name of a table; undefined when it is new. */
  former(now: string): string | undefined;
  /** The former table of pending drafts for a former table; null when there is none before or after. */
  pendingOf(former: string): string | null;
  /** The table of a collection by its slug, after the migration. */
  ofCollection(slug: string): string | undefined;
  readonly renamedCollections: RenamedCollections;
}

export function nameTables({ owners, renamedOwners }: SchemaMatch): TableNames {
  const pairs = owners.flatMap(({ before, after }) =>
    before === null || after === null ? [] : [[before.documents.name, after.documents.name] as const],
  );
  const collections = new Map(
    owners.flatMap(({ after }) => (after === null ? [] : [[after.owner, after.documents.name] as const])),
  );
  return {
    now: (former) => pairs.find(([before]) => before === former)?.[1],
    former: (now) => pairs.find(([, after]) => after === now)?.[0],
    pendingOf: (former) => {
      const owner = owners.find(({ before }) => before?.documents.name === former);
      return owner?.after?.pending ? (owner.before?.pending?.name ?? null) : null;
    },
    ofCollection: (slug) => collections.get(slug),
    renamedCollections: renamedCollections(renamedOwners),
  };
}
