import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Reply } from '../api.js';
import { embeddable } from '../security/embeddable.js';
import { chooseEncoding } from '../transport/compression.js';
import { matchesTag } from '../transport/entity-tags.js';

/** Static files. */
export interface AppFiles {
  /** Returns the response with a file, by its name; null if there is no such file. */
  reply(name: string, request: FileRequest): Promise<Reply | null>;
}

export interface FileRequest {
  header(name: string): string | undefined;
}

/** For a file as it is: no variant of it, and no 304. */
export const uncompressed: FileRequest = { header: () => undefined };

/** The source of static files. */
export interface FileSource {
  names(): Promise<ReadonlySet<string>>;
  read(name: string): Promise<Buffer>;
}

export interface AppFilesOptions {
  readonly source: FileSource;
  /** Whether a name changes with its content, so that it can be cached permanently. */
  readonly isHashed: (name: string) => boolean;
  /** Whether pages of other origins may show a file. */
  readonly isEmbeddable: (name: string) => boolean;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** Extensions of the variants that the build has compressed. */
const endings = { br: '.br', gzip: '.gz' } as const;

/** A year, the max that RFC 9111 considers useful. */
const forEver = 'public, max-age=31536000, immutable';

interface StoredFile {
  readonly bytes: Buffer;
  readonly hash: string;
  readonly type: string;
}

/**
 * Serves the files that the source has at the first request; their number is fixed by the build, and with it
 * the memory that they use. A name is looked up in a list, never on the disk, so no path can lead to another
 * file.
 */
export function createAppFiles({ source, isHashed, isEmbeddable }: AppFilesOptions): AppFiles {
  let listing: Promise<ReadonlySet<string>> | null = null;
  const read = new Map<string, Promise<StoredFile>>();

  function stored(name: string): Promise<StoredFile> {
    const known = read.get(name);
    if (known !== undefined) return known;
    const reading = readStored(source, name);
    read.set(name, reading);
    reading.catch(() => read.delete(name));
    return reading;
  }

  return {
    async reply(name, request) {
      listing ??= source.names().catch((error: unknown) => {
        listing = null;
        throw error;
      });
      const names = await listing;
      if (!names.has(name) || !Object.hasOwn(types, extname(name))) return null;
      const { bytes, hash, type } = await stored(name);
      const encoding = chooseEncoding(request.header('accept-encoding') ?? '');
      const variant = encoding !== null && names.has(name + endings[encoding]) ? encoding : null;
      const tag = `"${hash}${variant === null ? '' : `-${variant}`}"`;
      const headers = {
        ETag: tag,
        'Cache-Control': isHashed(name) ? forEver : 'public, no-cache',
        Vary: 'Accept-Encoding',
        ...(isEmbeddable(name) && embeddable),
      };
      if (matchesTag(request.header('if-none-match'), tag)) return { status: 304, headers, body: null };
      const whole = { ...headers, 'Content-Type': type };
      if (variant === null) return { status: 200, headers: whole, body: bytes, constant: true };
      const { bytes: smaller } = await stored(name + endings[variant]);
      return { status: 200, headers: { ...whole, 'Content-Encoding': variant }, body: smaller };
    },
  };
}

async function readStored(source: FileSource, name: string): Promise<StoredFile> {
  const bytes = await source.read(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { bytes, hash, type: types[extname(name)] ?? 'application/octet-stream' };
}

/** Returns the files of a folder as a source. */
export function folderSource(folder: string): FileSource {
  return {
    names: async () => namesIn(folder),
    read: (name) => readFile(join(folder, name)),
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Set(
    files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}
