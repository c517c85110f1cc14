/** The global `Blob`, if the project's types have it. A `File` is one too. */
export type FileBlob = typeof globalThis extends { Blob: { prototype: infer T } } ? T : PlainBlob;

/** What the client needs of a `Blob`. */
export interface PlainBlob {
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number, type?: string): PlainBlob;
}

/** The global `ReadableStream`, if the project's types have it. */
export type FileStream = typeof globalThis extends { ReadableStream: { prototype: infer T } }
  ? T
  : PlainStream;

/** What the client needs of a `ReadableStream` of bytes. */
export interface PlainStream {
  getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }> };
}

/** How much of a file the server has. */
export interface UploadProgress {
  /** Bytes that are stored. */
  readonly sent: number;
  /** Size of the file in bytes. */
  readonly total: number;
  /** Goes on with the upload after a reload, by `uploads.resume`. Undefined where that is not possible. */
  readonly token: string | undefined;
}
