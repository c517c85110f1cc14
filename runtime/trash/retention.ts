import type { CollectionDescriptor, ContractDescriptor } from '../codegen/descriptors.js';
import type { Operations } from '../documents/operation.js';
import type { OperationContext } from '../documents/operation-context.js';
import type { EffectsOfDeletion } from '../documents/write/intent.js';
import type { BackgroundWork } from '../http/api.js';

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
  let stopped = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function runAll(): Promise<void> {
    for (const collection of contract.collections) {
      if (collection.trash !== undefined) await purge(collection, collection.trash.days);
    }
  }

  async function purge(collection: CollectionDescriptor, days: number): Promise<void> {
    const { operations, contextFor, effectsFor } = options;
    const trash = operations.collections.get(collection.slug)?.trash;
    if (trash === undefined) return;
    const until = new Date(operations.clock() - days * day).toISOString();
    const failed = (error: unknown): void =>
      logError({ err: error, collection: collection.slug }, 'a document in the trash could not be deleted');
    for (let skip = 0; !stopped; ) {
      const older = { until, max: batch, skip, effectsFor, failed };
      const { found, purged } = await trash.purgeOlder(older, contextFor(collection));
      skip += found - purged;
      if (found < batch) return;
    }
  }

  function begin(): Promise<void> {
    running ??= runAll()
      .catch((error: unknown) => logError({ err: error }, 'the trash could not be read; it is tried again'))
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    start() {
      timer ??= setInterval(() => void begin(), everyHour).unref();
      void begin();
    },
    async run() {
      await running;
      await begin();
    },
    async stop() {
      stopped = true;
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
