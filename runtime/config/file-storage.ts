/**
 * Where the bytes of files are: a folder, a bucket, or a place of the config. The tests of each one run
 * `tests/conformance/file-storage.ts`.
 */

/** What a write stored. */
export interface StoredObject {
  readonly bytes: number;
  /** `sha256-<base64>` of the stored bytes, in the notation of Subresource Integrity. */
  readonly checksum: string;
}

/** One object of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** `AbortSignal`, where the project has its type: projects without those of Node and of the DOM have none. */
export type StorageSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : { readonly aborted: boolean };

export interface WriteOptions {
  /** The media type; may be kept where the storage keeps one. */
  readonly contentType: string;
  /** `Content-Disposition` for clients that read the object themselves; may be kept as the type. */
  readonly contentDisposition?: string;
  /** `Cache-Control` for them. */
  readonly cacheControl?: string;
  /** Ends the write; what it wrote is removed. */
  readonly signal?: StorageSignal;
}

/** Positions of the first and of the last byte, both part of the range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A place for bytes. Keys are `<slug>/<fileId>/original` and so on: from descriptors and random ids, never
 * from names that users gave. An object is written once and never changed.
 */
export interface FileStorage {
  /**
   * Stores all of `body` under `key`. It is durable when this resolves. When it rejects, or when the signal
   * aborts, nothing of it stays.
   *
   * @throws StorageFull, StorageAway, and what `body` throws.
   */
  write(key: string, body: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredObject>;
  /**
   * The whole object, or a range of it. It is open when this resolves: a later deletion does not cut it short
   * on local storage.
   *
   * @throws FileMissing, StorageAway
   */
  read(key: string, range?: ByteRange, signal?: StorageSignal): Promise<AsyncIterable<Uint8Array>>;
  /** Bytes of the object, or null if there is none. */
  size(key: string): Promise<number | null>;
  /** Removes the object and what unfinished writes of it left. It does nothing if there is none. */
  delete(key: string): Promise<void>;
  /** All objects whose keys begin with `prefix`, in no certain order, with what killed writes left. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /**
   * Copies an object with what the storage keeps beside it. It is durable when this resolves, and there is
   * nothing of it when it rejects. Without this method the service reads the object and writes it.
   *
   * @throws FileMissing, StorageFull, StorageAway
   */
  copy?(from: string, to: string): Promise<void>;
  /** Bytes that are free; null, or no such method, if that is not known. */
  free?(): Promise<number | null>;
  /** The path of an object for a program on this machine; absent where objects are not files. */
  localPath?(key: string): string;
  /**
   * Opens an object for reads. The caller closes the file descriptor. Absent where objects are not files.
   *
   * @throws FileMissing, StorageAway
   */
  openFile?(key: string): Promise<number>;
}

/** There is no object under a key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no stored object ${key}.`, options);
    this.key = key;
  }
}

/** The disk, the quota or the bucket is full. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** The storage does not respond, or refuses what it should not: its folder or credential is wrong. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway';
}
