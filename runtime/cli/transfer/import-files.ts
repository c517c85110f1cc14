/** The files of an import: from a folder of `svc export`, or as they are stored already. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { resolveServiceOptions } from '../../config/service-options.js';
import type { StoredDocument } from '../../documents/document-model.js';
import type { DocumentState } from '../../documents/document-state.js';
import { findState, withDifferences } from '../../documents/drafts/stored-state.js';
import type { ReadLine } from '../../documents/transfer/read-line.js';
import { RefusedLine } from '../../documents/transfer/transfer-types.js';
import type { LineWrite } from '../../documents/transfer/write-line.js';
import { isServiceError } from '../../errors/to-response.js';
import { openImages } from '../../files/open-files.js';
import { asServiceError } from '../../files/receive/file-errors.js';
import { ownValues } from '../../files/receive/own-values.js';
import { discardFile, type FileStore, type ReceivedFile, storeFile } from '../../files/receive/store-file.js';
import { createDocumentFiles } from '../../files/records/document-files.js';
import { fileIdIn } from '../../files/records/file-address.js';
import { findLiveCopy, keyOf, makeLive } from '../../files/records/file-table.js';
import { createChecksum } from '../../files/storage/checksum.js';
import { FileMissing } from '../../files/storage/file-storage.js';
import { addressesOf, openPlaces } from '../../files/storage/open-place.js';
import type { Driver } from '../../storage/driver.js';
import { systemClock } from '../../util/clock.js';
import type { JsonObject } from '../../util/json.js';
import type { Project } from '../project.js';
import { fileNameOf } from './file-name.js';

/** What an import does with the files of its lines. */
export interface ImportFiles {
  /**
   * The line with the values of its files. What the document has already stays; other bytes are stored.
   *
   * @throws RefusedLine, StorageAway
   */
  attach(line: ReadLine): Promise<ReadLine>;
  readonly written: NonNullable<LineWrite['files']>;
  /** Removes what was stored since the last call, and no document names. */
  discardUnnamed(): Promise<void>;
  close(): Promise<void>;
}

export interface ImportFilesOptions {
  readonly driver: Driver;
  /** Has the files of an export; null for none. */
  readonly folder: string | null;
}

/** Opens the storages of a project for an import; null where no collection has files. */
export async function openImportFiles(
  { config }: Project,
  { driver, folder }: ImportFilesOptions,
): Promise<ImportFiles | null> {
  const { files: options } = resolveServiceOptions(config);
  if (options === null) return null;
  const places = await openPlaces(options);
  const images = await openImages(describeConfig(config), options);
  const addresses = addressesOf(options);
  const store: FileStore = {
    driver,
    images,
    addresses,
    clock: systemClock,
    storageOf({ slug, upload }) {
      const place = places.get(upload?.storage ?? '');
      if (place === undefined) throw new Error(`The storage of ${slug} is not in the config.`);
      return place.storage;
    },
  };
  const documents = createDocumentFiles(systemClock, addresses);
  const stored = new Map<string, StoredForLine>();

  /** Opens bytes with this checksum; null if there are none. */
  async function find(checksum: string): Promise<OpenBytes | null> {
    const path = folder === null ? null : join(folder, fileNameOf(checksum));
    if (path !== null && (await isThere(path))) {
      return () => Promise.resolve(createReadStream(path) as AsyncIterable<Uint8Array>);
    }
    const copy = await findLiveCopy(driver, checksum);
    const storage = copy && places.get(copy.storage)?.storage;
    return copy && storage ? () => storage.read(keyOf(copy)) : null;
  }

  async function take(checksum: string, { filename, descriptor }: Taking): Promise<JsonObject> {
    const open = await find(checksum);
    const found = open && (await checksumOf(open));
    if (open === null || found !== checksum) throw missing(checksum, { folder, isOther: found !== null });
    const bytes = await open();
    const source = {
      file: () => Promise.resolve({ filename, declaredType: null, bytes }),
      end: () => Promise.resolve(),
    };
    const file = await storeFile({ files: store, descriptor, source }).catch(refuse);
    stored.set(file.id, { file, descriptor });
    return ownValues(file, descriptor).values;
  }

  /** The line with the addresses at which its files are read. */
  async function addressed(line: ReadLine, descriptor: CollectionDescriptor): Promise<ReadLine> {
    const state = await documents.readdress?.(driver, { descriptor, state: line.state });
    return state === undefined ? line : { ...line, state };
  }

  return {
    async attach(line) {
      const { files: wanted, id, state, transfer } = line;
      const { type } = transfer;
      const { descriptor } = type.model;
      if (wanted === null || descriptor.kind !== 'collection') return line;
      const before = viewsOf(await findState(driver, type, id));
      const known = new Map<string, JsonObject>();
      const filled = async (view: StoredDocument, checksum: string): Promise<StoredDocument> => {
        const old = before.find((each) => each['checksum'] === checksum);
        const values =
          known.get(checksum) ??
          (old === undefined
            ? await take(checksum, { filename: String(view['filename']), descriptor })
            : fileValues(old));
        known.set(checksum, values);
        return documents.complete(descriptor, { ...view, ...values });
      };
      const { published, pending } = state;
      const live =
        published === null || wanted.published === null ? null : await filled(published, wanted.published);
      if (pending === null || wanted.pending === null) {
        return addressed({ ...line, state: { published: live, pending } }, descriptor);
      }
      const document = await filled(pending.document, wanted.pending);
      const draft =
        live === null ? { document, fields: [] } : withDifferences(type, { published: live, document });
      return addressed({ ...line, state: { published: live, pending: draft } }, descriptor);
    },

    async written(connection, { line: { id, transfer }, before, after }) {
      const { descriptor } = transfer.type.model;
      if (descriptor.kind !== 'collection' || descriptor.upload === undefined) return;
      const kept = new Set(fileIdsOf(before));
      for (const file of new Set(fileIdsOf(after))) {
        const own = stored.get(file);
        const isNamed =
          own === undefined
            ? kept.has(file)
            : kept.has(file) || (await makeLive(connection, { ...own.file, document: id }));
        // It was read before the document was locked.
        if (!isNamed) throw new RefusedLine('CONFLICT', ['file: The document has changed meanwhile.']);
      }
      await documents.written(connection, { descriptor, id, after }).catch(refuse);
    },

    async discardUnnamed() {
      for (const { file, descriptor } of stored.values()) {
        await discardFile({ files: store, descriptor }, file.id);
      }
      stored.clear();
    },

    async close() {
      await images?.close();
    },
  };
}

interface StoredForLine {
  readonly file: ReceivedFile;
  readonly descriptor: CollectionDescriptor;
}

interface Taking {
  readonly filename: string;
  readonly descriptor: CollectionDescriptor;
}

type OpenBytes = () => Promise<AsyncIterable<Uint8Array>>;

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Null if the bytes are gone. */
async function checksumOf(open: OpenBytes): Promise<string | null> {
  const checksum = createChecksum();
  try {
    for await (const chunk of await open()) checksum.add(chunk);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
  return checksum.end();
}

function missing(
  checksum: string,
  { folder, isOther }: { readonly folder: string | null; readonly isOther: boolean },
): RefusedLine {
  if (isOther) return new RefusedLine('MISSING_FILE', [`file: The bytes of ${checksum} have changed.`]);
  const where = folder === null ? 'the service, and --files names no folder' : `the service and the folder`;
  return new RefusedLine('MISSING_FILE', [
    `file: There is no file ${checksum} (${fileNameOf(checksum)}) in ${where}.`,
  ]);
}

/** What is wrong with a file or its document, as an upload would say it. */
function refuse(error: unknown): never {
  const known = asServiceError(error);
  if (!isServiceError(known) || known.code === 'UNAVAILABLE') throw error;
  const issues = (known.details ?? []).map(({ path, message }) => `${path}: ${message}`);
  throw new RefusedLine('INVALID_DOCUMENT', issues.length > 0 ? issues : [`file: ${known.message}`]);
}

function viewsOf(state: DocumentState | null): readonly StoredDocument[] {
  return [state?.published ?? null, state?.pending?.document ?? null].filter((view) => view !== null);
}

function fileIdsOf(state: DocumentState): readonly string[] {
  return viewsOf(state).flatMap(({ url }) => fileIdIn(url) ?? []);
}

const valuesOfFile = ['mimeType', 'filesize', 'checksum', 'url', 'width', 'height', 'thumbhash', 'sizes'];

/** What a document says of its file. */
function fileValues(document: StoredDocument): JsonObject {
  return Object.fromEntries(
    valuesOfFile.flatMap((name) => {
      const value = document[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
