import { buildIr } from '../../generator/ir/build-ir.js';
import type { LoadedConfig } from '../../generator/load/load-config.js';
import { nearestName, packageVersion } from '../../runtime/cli/index.js';
import { CommandError, UsageError } from '../command-error.js';

/** A collection with a trash. */
export interface TrashCollection {
  readonly slug: string;
  /** Its name in `local`. */
  readonly name: string;
  /** Path of the field that names a document; null where there is none. */
  readonly title: string | null;
  readonly days: number;
  /** Documents that one read returns at most. */
  readonly pageSize: number;
}

const pageSize = 100;

/**
 * The collections with a trash, or the one of this slug.
 *
 * @throws CommandError where no collection has one; UsageError for a slug of another collection.
 */
export function trashCollections(
  { config, file, docs }: LoadedConfig,
  slug: string | undefined,
): readonly TrashCollection[] {
  const ir = buildIr({ config, file, docs }, { output: process.cwd(), version: packageVersion });
  const page = Math.min(pageSize, ir.contract.limits.maxLimit);
  const all = ir.collections.flatMap(({ descriptor: { trash, slug: own }, names }) => {
    if (trash === undefined) return [];
    const { title = null, days } = trash;
    return [{ slug: own, name: names.property, title, days, pageSize: page }];
  });
  if (all.length === 0) throw new CommandError('no collection of the config has a trash.');
  if (slug === undefined) return all;
  const chosen = all.filter((collection) => collection.slug === slug);
  if (chosen.length > 0) return chosen;
  const slugs = all.map((collection) => collection.slug);
  if (ir.collections.some(({ descriptor }) => descriptor.slug === slug))
    throw new UsageError(`--collection ${slug}: it has no trash. Collections with one: ${slugs.join(', ')}`);
  const nearest = nearestName(slug, slugs);
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  throw new UsageError(`--collection ${JSON.stringify(slug)}: there is no such collection.${hint}`);
}
