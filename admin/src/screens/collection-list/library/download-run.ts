import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import type { Where } from '../../../api/documents.js';
import { fileSelect, type StoredFile, servedUrl, storedFile } from '../../../files/stored-file.js';
import { crc32, zipWriter } from '../../../files/zip.js';
import type { BulkTargets } from '../bulk/bulk-run.js';
import { documentsByCursor } from '../documents-by-cursor.js';

/** Files in one download, at most: a browser has to keep them until it ends. */
export const maxFiles = 500;

/** Bytes in one download, at most. */
export const maxBytes = 1024 ** 3;

/** The files of one download. */
export interface ChosenFiles {
  readonly files: readonly (StoredFile & { readonly url: string })[];
  readonly bytes: number;
  /** Documents whose files the requester may not read. */
  readonly hidden: number;
  /** Whether they are too many, or too large together. */
  readonly isTooMuch: boolean;
}

/** Ids in one request, so that its address stays short. */
const idsAtOnce = 50;

/** Reads which files some documents have. It stops when they are too many. */
export async function chosenFiles(
  api: Api,
  meta: AdminCollectionMeta,
  targets: BulkTargets,
  signal: AbortSignal,
): Promise<ChosenFiles> {
  const files: (StoredFile & { readonly url: string })[] = [];
  let bytes = 0;
  let hidden = 0;
  const select = fileSelect(meta.fields).join(',') || undefined;
  for (const where of filtersOf(targets)) {
    const query = { where, select, sort: 'id_asc' };
    for await (const docs of documentsByCursor(api.collection(meta), query, signal)) {
      for (const doc of docs) {
        const file = storedFile(doc);
        bytes += file.filesize ?? 0;
        if (file.url === null) hidden++;
        else files.push({ ...file, url: servedUrl(file.url, meta.slug, doc.id) });
      }
      if (files.length > maxFiles || bytes > maxBytes) return { files, bytes, hidden, isTooMuch: true };
    }
  }
  return { files, bytes, hidden, isTooMuch: false };
}

function filtersOf(targets: BulkTargets): readonly (Where | undefined)[] {
  if ('matching' in targets) return [targets.matching.where];
  const ids = targets.items.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, index) => ({
    id: { in: ids.slice(index * idsAtOnce, (index + 1) * idsAtOnce) },
  }));
}

/** What a download contains. */
interface PackedFiles {
  readonly zip: Blob;
  readonly packed: number;
  /** Names of files that could not be read. */
  readonly missing: readonly string[];
}

/** Reads files one after another into a ZIP file. One that cannot be read is left out. */
export async function packFiles(
  { files }: ChosenFiles,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<PackedFiles> {
  const zip = zipWriter();
  const missing: string[] = [];
  let done = 0;
  for (const file of files) {
    try {
      const { content, crc } = await contentOf(file.url, signal, (bytes) => onProgress(done + bytes));
      zip.add(file.filename, content, crc, new Date());
    } catch (error) {
      if (signal.aborted) throw error;
      missing.push(file.filename);
    }
    done += file.filesize ?? 0;
    onProgress(done);
  }
  return { zip: zip.finish(), packed: files.length - missing.length, missing };
}

/** Bytes that are held until they become a blob, which a browser may keep on disk. */
const heldBytes = 4 * 1024 * 1024;

async function contentOf(
  url: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<{ readonly content: Blob; readonly crc: number }> {
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) throw new Error(`${response.status}`);
  const reader = response.body.getReader();
  const parts: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let [crc, bytes, waiting] = [0, 0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    crc = crc32(value, crc);
    held.push(value);
    bytes += value.byteLength;
    waiting += value.byteLength;
    if (waiting >= heldBytes) {
      parts.push(new Blob(held));
      [held, waiting] = [[], 0];
    }
    onBytes(bytes);
  }
  return { content: new Blob([...parts, ...held]), crc };
}
