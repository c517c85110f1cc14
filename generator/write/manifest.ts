/**
 * `.manifest.json` in the output folder: which files svc wrote there, and with which content, so that the
 * next run can tell its own files from others and unedited files from edited ones, and need not read comments
 * of unchanged sources again. Paths are relative and written with `/`; there is no time in it, so that two
 * runs write the same bytes.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RememberedDocs } from '../load/load-config.js';
import { look } from './look.js';

export const manifestName = '.manifest.json';

/** Hashes of contents by path below the output folder. */
export type FileHashes = Readonly<Record<string, string>>;

export interface Manifest {
  /** Version of svc that wrote the folder. */
  readonly svc: string;
  /** Hash of the contract, as in `descriptors.ts`. */
  readonly contract: string;
  /**
   * Hash of everything that determines the files: if it and the files are unchanged, there is nothing to
   * emit.
   */
  readonly input: string;
  readonly files: FileHashes;
  /** Only while a run writes, or after one that was interrupted: what it was about to write. */
  readonly writing?: FileHashes;
  /** Comments of the config's sources. */
  readonly comments: RememberedDocs;
}

/** The manifest of an output folder; null if there is none that can be read. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const found = await look(join(folder, manifestName)).catch(() => null);
  const manifest = found?.kind === 'file' ? parseManifest(found.text) : null;
  return manifest === 'damaged' ? null : manifest;
}

/** The text of a manifest. */
export function manifestText(manifest: Manifest): string {
  const { files, writing, ...rest } = manifest;
  const ordered = { ...rest, files: sorted(files), ...(writing && { writing: sorted(writing) }) };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

/**
 * Parses a manifest. Null if the text is not a manifest of svc; `damaged` if it is one but unreadable (a
 * merge conflict).
 */
export function parseManifest(text: string): Manifest | 'damaged' | null {
  const value = parsed(text);
  if (value === undefined) return /"svc":/.test(text) && /"contract":/.test(text) ? 'damaged' : null;
  if (!isRecord(value) || typeof value['svc'] !== 'string' || typeof value['contract'] !== 'string')
    return null;
  const { svc, contract, input, comments } = value;
  const { sourcesHash, docs } = isRecord(comments) ? comments : {};
  return {
    svc,
    contract,
    input: typeof input === 'string' ? input : '',
    files: hashes(value['files']),
    writing: hashes(value['writing']),
    comments: { sourcesHash: typeof sourcesHash === 'string' ? sourcesHash : '', docs: strings(docs) },
  };
}

/** The hash of a file's text. Line ends do not count: a checkout on Windows may have changed them. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 32);
}

/**
 * Hashes by path, without paths that lead out of the folder: a manifest may come with a project, and files
 * that it names are removed. The exception is the file that types the config.
 */
function hashes(value: unknown): FileHashes {
  return Object.fromEntries(Object.entries(strings(value)).filter(([path]) => isSafe(path)));
}

/** Whether a path leads out of the output folder, to the file that types the config. */
export function isOutside(path: string): boolean {
  return path.startsWith('../');
}

/** A path below the folder, or that of a file like `../svc-env.d.ts`. */
function isSafe(path: string): boolean {
  const inside = path.replace(/^(?:\.\.\/)+(?=(?:.*\/)?[^/]+-env\.d\.[cm]?ts$)/, '');
  const parts = inside.split('/');
  return /^[^\\:\0]+$/.test(inside) && parts.every((part) => !['', '.', '..'].includes(part));
}

function strings(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function sorted(record: FileHashes): FileHashes {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
