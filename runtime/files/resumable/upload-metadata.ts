import { isUtf8 } from 'node:buffer';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { documentDepth, parseJson } from '../../http/body/json-body.js';

/** What `Upload-Metadata` says of a file. */
export interface UploadMetadata {
  readonly filename: string;
  /** Its media type. */
  readonly filetype: string | null;
  /** The data of the document. */
  readonly data: unknown;
  /** The document whose file is replaced. */
  readonly document: string | null;
}

const header = 'Upload-Metadata';
const known = ['filename', 'filetype', 'data', 'document'];
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Reads `Upload-Metadata`: names, each with a value in base64.
 *
 * @throws ServiceError BAD_USER_INPUT
 */
export function parseUploadMetadata(text: string | undefined): UploadMetadata {
  const values = new Map<string, Buffer>();
  for (const pair of (text ?? '').split(',').map((part) => part.trim())) {
    if (pair === '') continue;
    const [name = '', value = '', ...more] = pair.split(' ');
    if (more.length > 0 || values.has(name) || !base64.test(value)) throw malformed();
    if (!known.includes(name)) {
      throw badInputAt(header, reason('upload.unknownMetadata', { name: echo(name), known }));
    }
    values.set(name, Buffer.from(value, 'base64'));
  }
  const textOf = (name: string): string | null => {
    const bytes = values.get(name);
    if (bytes === undefined) return null;
    if (!isUtf8(bytes)) throw malformed();
    return bytes.toString('utf8');
  };
  const data = values.get('data');
  return {
    filename: textOf('filename') ?? '',
    filetype: textOf('filetype'),
    data: data === undefined ? {} : parseJson(data, documentDepth),
    document: textOf('document'),
  };
}

function malformed(): Error {
  return badInputAt(header, reason('upload.badMetadata'));
}
