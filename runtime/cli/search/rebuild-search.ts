import { describeConfig } from '../../codegen/describe-config.js';
import { buildIndex } from '../../documents/search/build-indexes.js';
import { noteUnbuilt, searchIndexes } from '../../storage/search/search-tables.js';
import { nearestName } from '../../util/near-miss.js';
import { type Project, ProjectError } from '../project.js';
import { openContent } from '../transfer/open-content.js';

/** What was done in a collection, its drafts included. */
export interface RebuiltIndex {
  readonly collection: string;
  /** Documents in the index; one that is published and has a pending draft counts twice. */
  readonly documents: number;
  /** Entries without a document, which were removed. */
  readonly removed: number;
}

/**
 * Builds search indexes again, in batches between which others write: beside a server, too. One that was
 * stopped is finished by the next start of the server.
 *
 * @param slug - of the collection; undefined: all that have a search
 * @param seen - called after each batch with the number of its documents
 * @throws ConfigError, ProjectError, SchemaError
 */
export async function rebuildSearch(
  project: Project,
  { slug, seen }: { readonly slug?: string | undefined; readonly seen: (documents: number) => void },
): Promise<readonly RebuiltIndex[]> {
  const indexes = searchIndexes(describeConfig(project.config));
  const slugs = [...new Set(indexes.map(({ collection }) => collection.slug))];
  if (slugs.length === 0) throw new ProjectError('no collection of the config has a search.');
  if (slug !== undefined && !slugs.includes(slug)) throw unknownSlug(slug, slugs);
  const { driver, close } = await openContent(project);
  try {
    const chosen = indexes.filter(({ collection }) => slug === undefined || collection.slug === slug);
    for (const index of chosen) await noteUnbuilt(driver, index);
    const built = new Map<string, RebuiltIndex>();
    for (const index of chosen) {
      const { collection } = index;
      const { documents, removed } = await buildIndex(driver, index, seen);
      const before = built.get(collection.slug) ?? { documents: 0, removed: 0 };
      built.set(collection.slug, {
        collection: collection.slug,
        documents: before.documents + documents,
        removed: before.removed + removed,
      });
    }
    return [...built.values()];
  } finally {
    await close();
  }
}

function unknownSlug(slug: string, slugs: readonly string[]): ProjectError {
  const near = nearestName(slug, slugs);
  const advice = near === null ? `those with one are ${slugs.join(', ')}` : `did you mean ${near}?`;
  return new ProjectError(`there is no collection ${JSON.stringify(slug)} with a search: ${advice}.`);
}
