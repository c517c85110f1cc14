import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { ImagePool } from '../../files/images/image-pool.js';
import { requireSharp } from '../../files/images/require-sharp.js';
import { liveFilesAfter } from '../../files/records/file-table.js';
import {
  endRegeneration,
  findRegeneration,
  noteRegeneration,
  type Regeneration,
} from '../../files/records/regeneration-table.js';
import { type Project, ProjectError } from '../project.js';
import type { Media } from './open-media.js';
import { type RegeneratedImage, regenerateImage } from './regenerate-image.js';

export interface RegenerateOptions {
  /** Slug of a collection. Default: all with sizes of images. */
  readonly collection?: string | undefined;
  /** Name of a size. Default: all of them. */
  readonly size?: string | undefined;
  /** Makes only sizes that are not there. */
  readonly missing: boolean;
  /** Processes that make images. */
  readonly jobs: number;
  /** Called for each image. */
  readonly seen: () => void;
  /** Called with the number of images that a run has done before it was stopped. */
  readonly resumed: (images: number) => void;
}

export interface RegenerateReport {
  /** Images, with those of a run that was stopped. */
  readonly images: number;
  /** Sizes that were stored. */
  readonly made: number;
  /** Sizes that were there already, with the same bytes. */
  readonly unchanged: number;
  /** Keys of images that are missing, or could not be decoded. */
  readonly failed: readonly string[];
  /** Images that a run had done before it was stopped. */
  readonly resumed: number;
}

/** So many images are done again at most where a run goes on. */
const batchSize = 20;

/**
 * Makes the sizes of all images again, or those that are missing, by what the config says now. No original is
 * written. It goes on where a run with the same options was stopped, unless the sizes of the config changed.
 *
 * @throws ProjectError for unknown names, ConfigError without the package sharp, StorageAway, StorageFull
 */
export async function regenerateMedia(
  media: Media,
  project: Project,
  options: RegenerateOptions,
): Promise<RegenerateReport> {
  const contract = describeConfig(project.config);
  const chosen = chosenCollections(contract.collections, options);
  requireSharp(contract);
  const { driver } = media;
  const plan = JSON.stringify([
    options.size ?? null,
    [...chosen].map(([slug, each]) => [slug, sizesIn(each)]),
  ]);
  // What is there is looked at anyway.
  let position: Regeneration = options.missing
    ? { after: '', done: 0 }
    : await findRegeneration(driver, plan);
  if (position.done > 0) options.resumed(position.done);
  const resumed = position.done;
  const report = { images: resumed, made: 0, unchanged: 0, failed: [] as string[], resumed };
  const pool = new ImagePool({ workers: options.jobs, maxQueue: batchSize });
  try {
    for (;;) {
      const files = await liveFilesAfter(driver, { after: position.after, limit: batchSize });
      if (files.length === 0) break;
      const done = await Promise.allSettled(
        files.map((file) => {
          const descriptor = chosen.get(file.collection);
          return descriptor && regenerateImage({ media, pool, ...options }, descriptor, file);
        }),
      );
      for (const result of done) {
        if (result.status === 'rejected') throw result.reason;
        if (result.value) add(report, result.value);
      }
      const before = position.done;
      position = { after: files.at(-1)?.id ?? position.after, done: report.images };
      if (!options.missing)
        await driver.briefTransaction((connection) => noteRegeneration(connection, plan, position));
      for (let image = before; image < position.done; image += 1) options.seen();
      if (files.length < batchSize) break;
    }
  } finally {
    await pool.close();
  }
  if (!options.missing) await driver.briefTransaction((connection) => endRegeneration(connection, plan));
  return report;
}

function add(
  report: { images: number; made: number; unchanged: number; failed: string[] },
  { made, unchanged, failed }: RegeneratedImage,
): void {
  report.images += 1;
  report.made += made;
  report.unchanged += unchanged;
  if (failed !== null) report.failed.push(failed);
}

function chosenCollections(
  collections: readonly CollectionDescriptor[],
  { collection, size }: RegenerateOptions,
): ReadonlyMap<string, CollectionDescriptor> {
  const sized = collections.filter((each) => sizesIn(each).length > 0);
  const slugs = sized.map(({ slug }) => slug).join(', ');
  if (sized.length === 0) throw new ProjectError('no collection of the config has sizes of images.');
  const named = collection === undefined ? sized : sized.filter(({ slug }) => slug === collection);
  if (named.length === 0) {
    throw new ProjectError(
      `there is no collection ${JSON.stringify(collection)} with sizes of images: the config has ${slugs}.`,
    );
  }
  const chosen = named.filter(
    (each) => size === undefined || sizesIn(each).some(({ name }) => name === size),
  );
  if (chosen.length === 0) {
    const known = [...new Set(named.flatMap(sizesIn).map(({ name }) => name))].join(', ');
    throw new ProjectError(`there is no size ${JSON.stringify(size)}: the config has ${known}.`);
  }
  return new Map(chosen.map((each) => [each.slug, each]));
}

function sizesIn({ upload }: CollectionDescriptor): readonly { readonly name: string }[] {
  return upload?.images?.sizes ?? [];
}
