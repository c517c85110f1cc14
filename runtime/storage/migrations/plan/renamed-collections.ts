/** Collections with another slug: pointers that name their collection follow. */
import type { FieldSchema } from '../../schema/storage-schema.js';
import { referenceKind } from './field-kinds.js';
import { quoteText } from './literals.js';

/** New slug by former slug. */
export type RenamedCollections = ReadonlyMap<string, string>;

/** Of the owners that have another name those that are pointed to: no pointer leads to a global. */
export function renamedCollections(renamedOwners: ReadonlyMap<string, string>): RenamedCollections {
  return new Map(
    [...renamedOwners]
      .filter(([owner]) => !owner.startsWith('globals.'))
      .map(([now, former]) => [former, now]),
  );
}

/** SQL of a slug as it is now, from the SQL of a slug that was stored before. */
export function slugNow(slug: string, renamed: RenamedCollections): string {
  if (renamed.size === 0) return slug;
  const arms = [...renamed].map(([former, now]) => `WHEN ${quoteText(former)} THEN ${quoteText(now)}`);
  return `CASE ${slug} ${arms.join(' ')} ELSE ${slug} END`;
}

/** Whether values of a field name a collection, and one of those that it may name is called otherwise now. */
export function namesRenamed({ kind, rules }: FieldSchema, renamed: RenamedCollections): boolean {
  if (referenceKind(kind)?.target !== null) return false;
  return [...renamed.keys()].some((former) => rules?.targets?.includes(former) ?? true);
}
