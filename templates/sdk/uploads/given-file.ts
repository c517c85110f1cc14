import { refuse } from '../errors.js';
import { platform } from '../platform.js';
import type { FileBlob, PlainBlob } from './bytes.js';
import type { PlainFile } from './source.js';
import type { FileInput, NamedFile, StreamedFile } from './types.js';

/** A file as a `Blob`, or as a stream if its size is known and it may be sent in pieces. */
export async function fileOf(file: FileInput | undefined, above: number): Promise<PlainFile> {
  if (!isFile(file)) {
    refuse(
      '`file` must be a Blob or File, ArrayBuffer, Uint8Array, ReadableStream, or `{ bytes | stream, filename }`.',
    );
  }
  const {
    stream,
    bytes = file,
    filename = (file as { readonly name?: string }).name ?? '',
    type,
    size,
  } = ('filename' in file ? file : 'getReader' in file ? { stream: file } : {}) as Partial<
    StreamedFile & NamedFile
  >;
  if (stream && size !== undefined && above < Infinity) return { content: stream, filename, type, size };
  const blob = stream
    ? await new platform.Response(stream).blob()
    : blobOf(bytes as NamedFile['bytes'], type);
  const content = (stream && type ? blob.slice(0, blob.size, type) : blob) as FileBlob;
  return { content, filename, type: content.type, size: content.size };
}

/** Whether a value that plain JavaScript may have given is a file; the path of one is none. */
function isFile(file: unknown): file is FileInput {
  if (!isObject(file)) return false;
  const { stream, bytes } = ('filename' in file ? file : {}) as Partial<StreamedFile & NamedFile>;
  const content: unknown = stream ?? bytes ?? file;
  if (!isObject(content) || Array.isArray(content)) return false;
  return ['getReader', 'byteLength', 'slice'].some((name) => name in content);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function blobOf(bytes: NamedFile['bytes'], type: string | undefined): PlainBlob {
  if (!('slice' in bytes && 'type' in bytes)) {
    return new platform.Blob([bytes], type ? { type } : {}) as PlainBlob;
  }
  return type ? bytes.slice(0, bytes.size, type) : bytes;
}
