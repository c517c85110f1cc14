import type { CollectionDescriptor, ContractDescriptor } from '../../codegen/descriptors.js';
import type { DocumentFiles } from '../../documents/document-files.js';
import type { StoredDocument } from '../../documents/document-model.js';
import { createDocumentType, type DocumentType } from '../../documents/document-type.js';
import { storeState } from '../../documents/drafts/stored-state.js';
import { lockState } from '../../documents/write/lock-documents.js';
import type { BackgroundWork } from '../../http/api.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, Driver } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import { imageOf, sizesOf } from '../images/image-sizes.js';
import { type FileAddresses, fileIdIn } from './file-address.js';
import { type LiveFile, storageOfFile } from './file-table.js';
import { hideTrashed } from './hide-trashed.js';
import { collectionsToPublish, markPublished } from './renew-addresses.js';
import { sizesOfFiles, wantSize } from './size-table.js';

/**
 * Gives documents the public addresses that their files have got since they were written: sizes that were
 * made, files that were moved, another config.
 */
export interface Publication extends BackgroundWork {
  /** Of one document, by a file that it names. Never rejects: until then the service serves it. */
  publish(file: Pick<LiveFile, 'collection' | 'document'>): Promise<void>;
  /** Sets what is called when sizes are to be made. */
  onWanted(call: () => void): void;
}

export interface PublicationParts {
  readonly contract: Pick<ContractDescriptor, 'collections'>;
  readonly driver: Driver;
  readonly files: DocumentFiles;
  readonly addresses: FileAddresses;
  readonly clock: Clock;
  readonly logError: (fields: object, message: string) => void;
}

/** Documents that are looked at one after the other before others have a turn. */
const batchSize = 100;
/** How long after a failure it is tried again. */
const every = 60_000;

export function createPublication(parts: PublicationParts): Publication {
  const { contract, driver, addresses, logError } = parts;
  const collections = contract.collections.filter(({ upload }) => upload !== undefined);
  const types = new Map(
    collections.map((descriptor) => [
      descriptor.slug,
      createDocumentType(descriptor, undefined, { files: parts.files }),
    ]),
  );
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let wanted = (): void => {};

  async function publishAll(): Promise<void> {
    for (const descriptor of await collectionsToPublish(driver, collections, addresses)) {
      const type = types.get(descriptor.slug);
      if (type === undefined || !(await publishCollection(descriptor, type))) continue;
      if (!(await hideTrashed(descriptor, parts, () => isStopped))) continue;
      await markPublished(driver, descriptor, addresses);
      wanted();
    }
    if (timer !== null) clearInterval(timer);
  }

  /** Returns false if it was stopped. */
  async function publishCollection(descriptor: CollectionDescriptor, type: DocumentType): Promise<boolean> {
    const sql = `SELECT "id" FROM ${quoteIdentifier(descriptor.table)} WHERE "id" > ? ORDER BY "id" LIMIT ${batchSize}`;
    for (let after = ''; ; ) {
      const ids = (await driver.all(sql, [after])).map(({ id }) => String(id));
      for (const id of ids) {
        if (isStopped) return false;
        await publishDocument(parts, { type, id, wants: true });
      }
      if (ids.length < batchSize) return true;
      after = ids.at(-1) ?? after;
    }
  }

  function run(): Promise<void> {
    running ??= publishAll()
      .catch((err: unknown) => {
        logError({ err }, 'documents could not get their public addresses; it is tried again');
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    async publish({ collection, document }) {
      const type = types.get(collection);
      if (type === undefined) return;
      await publishDocument(parts, { type, id: document, wants: false }).catch((err: unknown) => {
        logError({ err }, 'a document could not get its public addresses');
      });
    },
    onWanted(call) {
      wanted = call;
    },
    start() {
      timer ??= setInterval(() => void run(), every).unref();
      void run();
    },
    run,
    async stop() {
      isStopped = true;
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}

interface PublishedDocument {
  readonly type: DocumentType;
  readonly id: string;
  /** Whether sizes that are not there are to be made. */
  readonly wants: boolean;
}

/** It is no change of the document: neither its revision nor its history knows. */
async function publishDocument(
  { driver, files, addresses, clock }: Pick<PublicationParts, 'driver' | 'files' | 'addresses' | 'clock'>,
  { type, id, wants }: PublishedDocument,
): Promise<void> {
  const { descriptor } = type.model;
  if (descriptor.kind !== 'collection') return;
  await driver.briefTransaction(async (connection) => {
    const state = await lockState(connection, type, id);
    if (state === null) return;
    if (wants && state.published !== null) {
      await wantPublicSizes(connection, { descriptor, document: state.published, addresses, now: clock() });
    }
    const after = (await files.readdress?.(connection, { descriptor, state })) ?? state;
    if (after !== state) await storeState(connection, { type, before: state, after });
  });
}

async function wantPublicSizes(
  connection: Connection,
  {
    descriptor,
    document,
    addresses: { publicUrls },
    now,
  }: {
    readonly descriptor: CollectionDescriptor;
    readonly document: StoredDocument;
    readonly addresses: FileAddresses;
    readonly now: number;
  },
): Promise<void> {
  const file = fileIdIn(document['url']);
  const sizes = sizesOf(descriptor, imageOf(document));
  if (file === null || sizes.length === 0) return;
  if (!publicUrls.has((await storageOfFile(connection, file)) ?? '-')) return;
  const rows = await sizesOfFiles(connection, [file]);
  for (const size of sizes) {
    const row = rows.find(({ name }) => name === size.name);
    if (row === undefined || row.state === 'dead') await wantSize(connection, { ...size, file }, now);
  }
}
