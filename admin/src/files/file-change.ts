import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { fileFacts } from './file-fields.js';

/** A file in a comparison. */
export interface ComparedFile {
  readonly name: string;
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** A file that was replaced by another one. */
export interface FileChange {
  readonly before: ComparedFile;
  readonly after: ComparedFile;
}

/** What a comparison of two states of a document shows. */
export interface Compared {
  readonly fields: readonly AdminFieldMeta[];
  /** Null where both have the same file, or none. */
  readonly file: FileChange | null;
}

/**
 * Returns what is compared of a document. A replaced file is one change with two names: addresses and
 * checksums mean nothing to users.
 */
export function comparedFields(
  { fields, upload }: { readonly fields: readonly AdminFieldMeta[]; readonly upload?: unknown },
  before: JsonObject,
  after: JsonObject,
): Compared {
  if (upload === undefined) return { fields, file: null };
  const isReplaced = identityOf(before) !== identityOf(after);
  const shown = fields.filter(({ name }) => !fileFacts.has(name) && !(isReplaced && name === 'filename'));
  return {
    fields: shown,
    file: isReplaced ? { before: comparedFile(before), after: comparedFile(after) } : null,
  };
}

/** What is new with every file; a new name alone changes the end of the address. */
function identityOf({ url, checksum }: JsonObject): string {
  return typeof url === 'string' ? url.replace(/\/[^/]*$/, '') : String(checksum);
}

function comparedFile({ filename, filesize, width, height }: JsonObject): ComparedFile {
  return {
    name: typeof filename === 'string' ? filename : '',
    bytes: numberOf(filesize),
    width: numberOf(width),
    height: numberOf(height),
  };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
