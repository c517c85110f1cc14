import type { CollectionMethods, Outcome, WriteData, Written } from '../collection.js';
import type { AnyCallCode, ManyError, SvcError } from '../errors.js';
import type { BulkOperation, BulkOptions, BulkResult, ManyMethods } from '../many.js';
import type { CallOptions, ClientOptions, CreateOptions, InProcess, Mode, WriteOptions } from '../options.js';
import type { CollectionShape, Keys } from '../shape.js';
import type { FileBlob, FileStream, UploadProgress } from './bytes.js';

/** Bytes, with the name and the type of a file. */
export interface NamedFile {
  readonly bytes: FileBlob | ArrayBuffer | Uint8Array;
  readonly filename: string;
  /** Its media type. Default: that of the bytes, if they are a `Blob`. */
  readonly type?: string | undefined;
}

/** A stream of bytes, with the name, type and size of a file. It is sent without being held in memory. */
export interface StreamedFile {
  readonly stream: FileStream;
  readonly filename: string;
  /** Its media type. */
  readonly type?: string | undefined;
  /** Its size in bytes. Without it, the stream is read to its end before it is sent. */
  readonly size?: number | undefined;
}

/**
 * A file to send. A `File` brings its name and type; other bytes have neither unless they are given. A stream
 * without a size is read to its end before it is sent.
 */
export type FileInput = FileBlob | ArrayBuffer | Uint8Array | NamedFile | FileStream | StreamedFile;

/** Options of a client whose service has files. */
export interface UploadClientOptions extends ClientOptions {
  /**
   * Files of more than `above` bytes (default 32 MiB), streams with a size, and files whose progress is shown
   * are sent in pieces, which go on after a lost connection. With `false` every file is sent at once.
   */
  readonly resumable?: { readonly above?: number | undefined } | false | undefined;
}

/** An image in one of the sizes of the config. */
export interface ImageSize {
  /** Path of the image. It is new when the image looks different. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
}

/** What `create` and `update` with a file throw. */
export type UploadError = SvcError<
  | AnyCallCode
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INVALID_FILE'
  | 'REQUEST_TIMEOUT'
  | 'INSUFFICIENT_STORAGE'
  | 'GONE'
>;

/** Options of a call that sends a file. */
export interface SendFileOptions {
  /** Called when the upload begins, and after each piece that is stored. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Stores the bytes in the bucket of the service without passing through it, in pieces that are sent again
   * after a lost connection. The bucket has to allow pages of other origins. Where the files are not in a
   * bucket, the service takes the pieces. A stream is read to its end first. Default `false`.
   */
  readonly direct?: boolean | undefined;
}

/** Options of a creation with a file. */
export interface UploadOptions<Draft = boolean> extends CreateOptions<Draft>, SendFileOptions {
  /** The file of the document. */
  readonly file: FileInput;
}

/** Options of a change that may replace the file. */
export interface ReplaceOptions<Draft = boolean> extends WriteOptions<Draft>, SendFileOptions {
  /** Replaces the file of the document. Default: it stays. */
  readonly file?: FileInput | undefined;
}

/** The methods of a collection with files. */
export interface UploadMethods<S extends CollectionShape, Safe extends Mode = false>
  extends Omit<CollectionMethods<S, Safe>, 'create' | 'update'> {
  /**
   * Creates a document with its file, and returns it. Large files are sent in pieces, and go on after a lost
   * connection. Others are retried only if the server has refused the call for too many requests (429), since
   * any other retry could create a second document.
   *
   * @example
   * const manual = await client.manuals.create({ title: 'Drill' }, { file: input.files[0] });
   */
  create<R extends boolean = false>(
    data: WriteData<S['create'], R>,
    options: UploadOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UploadError>>;

  /**
   * Changes the given fields of a document, and with `file` its file, and returns it. Null empties a field,
   * groups are merged, and rows are replaced as a whole.
   */
  update<R extends boolean = false>(
    id: string,
    data: WriteData<S['update'], R>,
    options?: ReplaceOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UploadError>>;

  /**
   * What refers to a document: fields of documents that the requester may read, published or in a draft. A
   * page of at most 10 uses unless `limit` says more.
   *
   * @example
   * const { totalDocs } = await client.manuals.usage(manual.id);
   */
  usage(
    id: string,
    query?: UsageQuery,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, UsagePage, SvcError<AnyCallCode | 'NOT_FOUND'>>>;

  /**
   * The address of the file of a document, for links and elements of pages: with `size` of its image in a
   * size of the config, with `w`, `h` and others in one of its `transforms`. A file that is no image has no
   * sizes: then it is that of the file. A document that was read without `sizes` does not know them, so
   * `size` throws `BAD_USER_INPUT`. It makes no request. In `local` it is a promise.
   *
   * @example
   * link.href = client.manuals.fileUrl(manual, { download: true });
   * image.src = client.photos.fileUrl(photo, { w: 640, format: 'auto' });
   */
  fileUrl<D extends AddressedFile>(
    document: D,
    options?: FileUrlOptions<'sizes' extends keyof D ? SizeName<S> : never, TransformsOf<S>>,
  ): Safe extends 'local' ? Promise<string> : string;

  /** Uploads that have begun, by their tokens. */
  readonly uploads: Safe extends 'local' ? undefined : BegunUploads<S, Safe>;
}

/** The methods of a collection with files, in a service with authentication. */
export interface SigningMethods<S extends CollectionShape, Safe extends Mode = false> {
  /**
   * Makes an address that opens the file of a document to every client until it expires: for a mail, or for a
   * program that has no login. In `local` it is a path where the config has no `baseUrl`.
   *
   * @example
   * const { url } = await client.manuals.sign(manual.id, { expiresIn: 3600 });
   */
  sign(
    id: string,
    options?: SignOptions<S['draft'], SizeName<S>> & InProcess<Safe>,
  ): Promise<Outcome<Safe, SignedAddress, SignError>>;
}

/** The methods of a collection whose files the server fetches from other servers. */
export interface FromUrlMethods<S extends CollectionShape, Safe extends Mode = false> {
  /**
   * Creates a document with the file at an address, which the server fetches: from the hosts that its config
   * lists.
   *
   * @example
   * const manual = await client.manuals.fromUrl('https://cdn.example.com/drill.pdf', { title: 'Drill' });
   */
  fromUrl<R extends boolean = false>(
    url: string,
    data: WriteData<S['create'], R>,
    options?: CreateOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UploadError>>;
}

/** How a file is signed. */
export interface SignOptions<Draft = boolean, Size extends string = string> extends CallOptions {
  /** The image in this size of the config. Default: the file as it was sent. */
  readonly size?: Size | undefined;
  /** Seconds for which the address is valid, from 60 to 604800. Default 900. */
  readonly expiresIn?: number | undefined;
  /** Browsers offer the file to be saved, instead of showing it. Default `false`. */
  readonly download?: boolean | undefined;
  /** Signs the file of the draft. Default `false`: that of the published document. */
  readonly draft?: Draft | undefined;
}

/** An address that opens a file. */
export interface SignedAddress {
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** What `sign` throws. */
export type SignError = SvcError<AnyCallCode | 'NOT_FOUND'>;

/** Which page of uses is read. */
export interface UsageQuery {
  /** Counted from 1. */
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** A field that refers to a document. */
export interface Use {
  /** Slug of the collection, or `globals.` and that of the global. */
  readonly collection: string;
  /** Id of the document; `global` for a global. */
  readonly id: string;
  /** Path of the field. */
  readonly field: string;
}

/** A page of uses. */
export interface UsagePage {
  readonly docs: readonly Use[];
  readonly totalDocs: number;
  readonly page: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPrevPage: boolean;
}

/** Uploads that have begun. */
export interface BegunUploads<S extends CollectionShape, Safe extends Mode = false> {
  /**
   * Goes on with an upload, after a reload for example, and returns the document.
   *
   * @param token - as `onProgress` had it.
   * @param options - `file` must be the same file.
   */
  resume(
    token: string,
    options: { readonly file: FileInput } & SendFileOptions & CallOptions,
  ): Promise<Outcome<Safe, Written<S, boolean>, UploadError>>;
  /** Ends an upload: what the server has of it is removed. */
  cancel(
    token: string,
    options?: CallOptions,
  ): Promise<Outcome<Safe, { readonly message: string }, UploadError>>;
}

/** What a document says of where its file is. */
export interface AddressedFile {
  /** For a download of a file that the service does not send itself. */
  readonly id?: string | undefined;
  readonly url: string;
  readonly sizes?: Readonly<Record<string, ImageSize>> | null | undefined;
  /** Null for a file that is no image. */
  readonly width?: number | null | undefined;
}

/** Names of the sizes of the images in a collection. */
export type SizeName<S extends CollectionShape> = S['document'] extends { readonly sizes: infer Sizes }
  ? Keys<NonNullable<Sizes>>
  : never;

/** The values that `fileUrl` takes for an image, as the config lists them. */
export interface ImageTransforms {
  readonly w: number;
  readonly h: number;
  readonly format: string;
  readonly q: number;
}

/** The values that a collection lists in `transforms`. */
export type TransformsOf<S extends CollectionShape> = S extends { readonly transforms: infer T }
  ? T
  : Record<keyof ImageTransforms, never>;

/** How a file is addressed: in a size of the config, or by its properties, or as it was sent. */
export type FileUrlOptions<Size extends string = string, T extends object = ImageTransforms> = (
  | SizeUrlOptions<Size>
  | TransformUrlOptions<T>
) & {
  /** Browsers offer the file to be saved, instead of showing it. Default `false`. */
  readonly download?: boolean | undefined;
};

/** An image in a size of the config. */
export interface SizeUrlOptions<Size extends string = string> {
  /** The image in this size. Default: the file as it was sent. */
  readonly size?: Size | undefined;
  readonly w?: undefined;
  readonly h?: undefined;
  readonly fit?: undefined;
  readonly format?: undefined;
  readonly q?: undefined;
}

/**
 * An image in a size that `transforms` of the config allows, by its max width `w`, its max height `h`, or
 * both, in pixels. It is never enlarged.
 */
export type TransformUrlOptions<T extends object = ImageTransforms> = TransformedImage<T> &
  (
    | { readonly w: ValueOf<T, 'w'>; readonly h?: ValueOf<T, 'h'> | undefined }
    | { readonly w?: undefined; readonly h: ValueOf<T, 'h'> }
  );

/** How an image is transformed, besides its size. */
export interface TransformedImage<T extends object = ImageTransforms> {
  readonly size?: undefined;
  /**
   * `cover`: fills both sides, cut around the focal point; `inside`: the whole image. Default: `cover` with
   * both sides, else `inside`.
   */
  readonly fit?:
    | (T extends { readonly w: never; readonly h: never } ? never : 'cover' | 'inside')
    | undefined;
  /** `auto`: what the browser takes. Default: the first one of the config. */
  readonly format?: ValueOf<T, 'format'> | undefined;
  /** Default: the first one of the config. */
  readonly q?: ValueOf<T, 'q'> | undefined;
}

type ValueOf<T, Name extends string> = T extends { readonly [name in Name]: infer V } ? V : never;

/** One of the writes of a bulk call, in a collection with files. */
export type UploadBulkOperation<S extends CollectionShape> = Exclude<
  BulkOperation<S>,
  { readonly op: 'create' }
>;

/** The methods for many documents, none of which can bring files. */
export interface UploadManyMethods<S extends CollectionShape, Safe extends Mode = false>
  extends Omit<ManyMethods<S, Safe>, 'createMany' | 'bulk'> {
  /**
   * Runs operations in order: all of them, or none. With `atomic: false` each one by itself. None creates a
   * document, since it would have no file.
   */
  bulk(
    operations: readonly UploadBulkOperation<S>[],
    options?: BulkOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, BulkResult, ManyError>>;
}
