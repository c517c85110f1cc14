import type { LocalOptions } from '../../config/local-types.js';

/** Options of a call, as far as they concern the service. */
export interface CallOptions extends LocalOptions {
  readonly draft?: boolean | undefined;
  readonly ifMatch?: number | undefined;
}

/** Sends what the methods of the client would send over HTTP. Returns the parsed body of the response. */
export type SendInProcess = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  /** The path after `/api/`, with its parameters. */
  path: string,
  options?: CallOptions,
  /** JSON, or a form with a file. */
  body?: string | object,
) => Promise<unknown>;

/** What an error of the client has in addition to code and message. */
export interface ClientErrorFields {
  readonly status: number;
  readonly cause: unknown;
  readonly [name: string]: unknown;
}

/** The generated client, as far as `local` needs it. Emitted code passes it in. */
export interface LocalClient {
  /** Makes an object with the methods of each collection, and of each global below `globals`. */
  connect(send: SendInProcess): object;
  /** The error that the methods of the client throw. */
  readonly SvcError: new (
    code: never,
    message: string,
    fields: never,
  ) => Error;
}

/** Loads the client when it is first needed. */
export type LoadLocalClient = () => Promise<LocalClient>;
