import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import type { DocumentModel } from '../document-model.js';
import { RefusedLine } from './transfer-types.js';

/** The checksums of the files that the views of a line name; null for a view that the line does not have. */
export interface LineFiles {
  readonly published: string | null;
  readonly pending: string | null;
}

/** A view of a line, and the file that it names. */
export interface ReadView {
  readonly data: JsonObject;
  /** Null for a document without files. */
  readonly checksum: string | null;
}

const checksumPattern = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** What `file` may say besides the checksum; of these, the fields of the document count first. */
const labels: readonly string[] = ['filename', 'focalX', 'focalY'];

/**
 * What only the bytes of a file say is not believed: until they are stored, valid values take the place of
 * it.
 */
const unknownValues: JsonObject = {
  mimeType: 'application/octet-stream',
  filesize: 0,
  url: 'unknown',
  width: 1,
  height: 1,
  thumbhash: 'unknown',
  sizes: {},
};

/**
 * Takes the file out of a view.
 *
 * @throws RefusedLine if it names none, or not in the form of an export.
 */
export function readFile({ descriptor }: DocumentModel, view: JsonObject): ReadView {
  if (!('upload' in descriptor)) return { data: view, checksum: null };
  const { file, ...document } = view;
  const facts = factsOf(file);
  const { checksum = document['checksum'] } = facts;
  if (typeof checksum !== 'string' || !checksumPattern.test(checksum)) {
    throw new RefusedLine('MISSING_FILE', [
      'file: must have a checksum, "sha256-" and the base64 of the SHA-256 of its bytes.',
    ]);
  }
  const known = (names: readonly string[], values: JsonObject): JsonObject =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = values[name];
        const isField = descriptor.fields.some((field) => field.name === name);
        return isField && value !== undefined ? [[name, value]] : [];
      }),
    );
  const data = {
    ...known(labels, facts),
    ...document,
    ...known(Object.keys(unknownValues), unknownValues),
    checksum,
  };
  return { data, checksum };
}

function factsOf(file: JsonValue | undefined): JsonObject {
  if (file === undefined || file === null) return {};
  if (isJsonObject(file)) return file;
  throw new RefusedLine('INVALID_DOCUMENT', ['file: must be an object.']);
}

/** The files of a line; null if it names none. */
export function filesOf(published: string | null, pending: string | null): LineFiles | null {
  return published === null && pending === null ? null : { published, pending };
}
