import { randomBytes } from 'node:crypto';
import type { LoadJob } from '../http/load.js';

export type BenchRequest = LoadJob['requests'][number];
export type Headers = Readonly<Record<string, string>>;

/** A Node release that runs the servers. */
export interface NodeProgram {
  readonly program: string;
  /** As in `v24.1.0`. */
  readonly version: string;
  readonly major: number;
}

/** Where a server is installed, and by which Node. */
export interface Place {
  readonly folder: string;
  readonly node: NodeProgram;
}

/** A product that is measured: how it is installed, started and spoken to. */
export interface Contender {
  /** The name of its folder here, whose `project` is copied to the place. */
  readonly name: string;
  /** With its version, for the table. */
  readonly title: string;
  readonly oldestNode: number;
  /** What it depends on, with pinned versions. */
  manifest(node: NodeProgram): object;
  /** Builds the installed project for production. */
  build(place: Place): void;
  /** Creates tables and the user, in an empty folder. */
  prepare(place: Place, data: string): Promise<void>;
  /** Whether the documents are kept for later runs: not if the tables may change from one run to the next. */
  readonly isKept: boolean;
  server(place: Place, data: string): ServerCommand;
  /** A request that succeeds without a login as soon as the server is ready. */
  readonly ready: { readonly path: string };
  /** Logs the user in. Returns the headers of the user's requests. */
  login(url: string): Promise<Headers>;
  readonly dialect: Dialect;
}

export interface ServerCommand {
  readonly argv: readonly string[];
  readonly env: Headers;
}

/** How a product names and returns what all of them have. */
export interface Dialect {
  /** The path of a list: the newest first, or of one category in the order of publication, latest first. */
  list(query: ListQuery): string;
  byId(id: string): string;
  create(collection: 'authors' | 'posts', values: Readonly<Record<string, unknown>>): BenchRequest;
  patch(id: string, change: Readonly<Record<string, unknown>>): BenchRequest;
  readPage(body: unknown): Page;
  /** Reads the response to one document, also a written one. */
  readOne(body: unknown): Document;
}

export interface ListQuery {
  readonly limit: number;
  readonly page: number;
  readonly category?: string;
  readonly withAuthor?: boolean;
}

export interface Document {
  readonly id: string | number;
  readonly [field: string]: unknown;
}

export interface Page {
  readonly documents: readonly Document[];
  readonly total: number;
}

/** The user that sends all requests. */
export const user = { email: 'bench@example.com', password: 'Correct-Horse-7-Battery' } as const;

/** Signs the tokens of a run. */
export const secret: string = randomBytes(32).toString('base64url');

const json = { 'content-type': 'application/json' };

export function withBody(method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): BenchRequest {
  return { method, path, headers: json, body: JSON.stringify(body) };
}

/** Sends a request and returns its parsed response, which must be a success. */
export async function ask(url: string, request: BenchRequest, headers: Headers = {}): Promise<unknown> {
  const response = await send(url, request, headers);
  return response.json();
}

/** As {@link ask}, but returns the response. */
export async function send(url: string, request: BenchRequest, headers: Headers = {}): Promise<Response> {
  const { method, path, body, headers: own } = request;
  const response = await fetch(url + path, {
    method,
    headers: { ...own, ...headers },
    ...(body !== undefined && { body }),
  });
  if (!response.ok)
    throw new Error(`${method} ${url}${path} returned ${response.status}: ${await response.text()}`);
  return response;
}
