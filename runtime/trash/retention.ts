import type { CollectionDescriptor, ContractDescriptor } from '../codegen/descriptors.js';
import type { Operations } from '../documents/operation.js';
import type { OperationContext } from '../documents/operation-context.js';
import type { EffectsOfDeletion } from '../documents/write/intent.js';
import type { BackgroundWork } from '../http/api.js';
import { createRepeatedRun } from '../util/repeated-run.js';

export interface RetentionOptions {
  readonly contract: ContractDescriptor;
  readonly operations: Operations;
  /** The request that hooks see. */
  readonly contextFor: (collection: CollectionDescriptor) => OperationContext;
  readonly effectsFor: EffectsOfDeletion;
  readonly logError: (fields: object, message: string) => void;
}

const everyHour = 3_600_000;
const day = 86_400_000;

/** Documents of one look: between two looks other work has its turn. */
const batch = 500;

/**
 * Deletes documents for good whose time in the trash has passed: at the start, and then every hour. Any
 * number of instances may do so; what one has taken, the others leave out.
 */
export function createRetention(options: RetentionOptions): BackgroundWork {
  const { contract, logError } = options;

  async function purge(
    collection: CollectionDescriptor,
    days: number,
    isStopped: () => boolean,
  ): Promise<void> {
    const { operations, contextFor, effectsFor } = options;
    const trash = operations.collections.get(collection.slug)?.trash;
    if (trash === undefined) return;
    const until = new Date(operations.clock() - days * day).toISOString();
    const failed = (error: unknown): void =>
      logError({ err: error, collection: collection.slug }, 'a document in the trash could not be deleted');
    for (let skip = 0; !isStopped(); ) {
      const older = { until, max: batch, skip, effectsFor, failed };
      const { found, purged } = await trash.purgeOlder(older, contextFor(collection));
      skip += found - purged;
      if (found < batch) return;
    }
  }

  return createRepeatedRun({
    every: everyHour,
    atStart: true,
    async work(isStopped) {
      for (const collection of contract.collections) {
        if (collection.trash !== undefined) await purge(collection, collection.trash.days, isStopped);
      }
    },
    failed: (error) => logError({ err: error }, 'the trash could not be read; it is tried again'),
  });
}
