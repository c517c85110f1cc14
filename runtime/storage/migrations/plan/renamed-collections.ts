/** Collections with another slug: pointers that contain the slug are updated. */
import type { FieldSchema } from '../../schema/storage-schema.js';
import { referenceKind } from './field-kinds.js';
import { quoteText } from './literals.js';

/** New slug by former slug. */
export type RenamedCollections = ReadonlyMap<string, string>;

/** Of the renamed owners, those that pointers can target: no pointer targets a global. */
export function renamedCollections(renamedOwners: ReadonlyMap<string, string>): RenamedCollections {
  return new Map(
    [...renamedOwners]
      .filter(([owner]) => !owner.startsWith('globals.'))
      .map(([now, former]) => [former, now]),
  );
}

/** Returns SQL of the current slug, from SQL of the stored slug. */
export function slugNow(slug: string, renamed: RenamedCollections): string {
  if (renamed.size === 0) return slug;
  const branches = [...renamed].map(([former, now]) => `WHEN ${quoteText(former)} THEN ${quoteText(now)}`);
  return `CASE ${slug} ${branches.join(' ')} ELSE ${slug} END`;
}

/** Whether values of a field contain a collection's slug, and one of the possible slugs has changed. */
export function namesRenamed({ kind, rules }: FieldSchema, renamed: RenamedCollections): boolean {
  if (referenceKind(kind)?.target !== null) return false;
  return [...renamed.keys()].some((former) => rules?.targets?.includes(former) ?? true);
}
