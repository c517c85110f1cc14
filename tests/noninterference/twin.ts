/**
 * Two services of one config that receive the same requests. Ids differ between them, so requests and
 * responses name them by tokens (`@12@`), in the order in which they appeared.
 */
import { createIdSource, type IdSource } from '../../runtime/util/ids.js';
import type { JsonValue } from '../../runtime/util/json.js';
import type { GeneratedApp } from '../support/generated-app.js';

export interface TwinRequest {
  readonly method: string;
  /** With tokens, as everything else. */
  readonly path: string;
  readonly query?: Readonly<Record<string, JsonValue>>;
  readonly body?: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TwinResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** With tokens instead of ids. */
  readonly text: string;
}

/** Headers with the credential of a requester in each world. */
export type Credentials = readonly [Credential, Credential];
export type Credential = Readonly<Record<string, string>>;

/** 0 and 1: the number of a world. */
export type WorldNumber = 0 | 1;
export const both: readonly [0, 1] = [0, 1];

export class Difference extends Error {
  override readonly name = 'Difference';
  readonly request: TwinRequest;
  readonly responses: readonly [TwinResponse, TwinResponse];

  constructor(request: TwinRequest, responses: readonly [TwinResponse, TwinResponse]) {
    super(`${request.method} ${request.path}: the responses differ.`);
    this.request = request;
    this.responses = responses;
  }
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const token = /@(\d+)@/g;
/** What differs between any two responses. */
const unlikeHeaders: ReadonlySet<string> = new Set(['date', 'x-request-id']);
/** The ETag of a response is a hash of its text, with the ids of one world. */
const hashTag = /^"[\da-f]{32}"$/;

export interface Received {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

export class Twin {
  readonly #apps: readonly [GeneratedApp, GeneratedApp];
  /** The values of each token in both worlds. */
  readonly #values: (readonly [string, string])[] = [];
  readonly #tokens: readonly [Map<string, string>, Map<string, string>] = [new Map(), new Map()];

  constructor(apps: readonly [GeneratedApp, GeneratedApp]) {
    this.#apps = apps;
  }

  /** Makes the id of a document that does not exist. */
  readonly newId: IdSource = createIdSource(() => this.now);
  /** Every request so far with its status, for a report. */
  readonly history: string[] = [];

  /** Moves both clocks forward. */
  advance(milliseconds: number): void {
    for (const { time } of this.#apps) time.now += milliseconds;
  }

  get now(): number {
    return this.#apps[0].time.now;
  }

  /** Makes the token of a value that differs between the worlds. */
  token(first: string, second: string): string {
    const name = `@${this.#values.length}@`;
    this.#values.push([first, second]);
    this.#tokens[0].set(first, name);
    this.#tokens[1].set(second, name);
    return name;
  }

  /** Sends a request to one world. */
  async only(world: WorldNumber, request: TwinRequest, credential: Credential): Promise<Received> {
    const headers = {
      ...credential,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    };
    const response = await this.#apps[world].app.fetch(this.#address(world, request), {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: this.#resolve(world, JSON.stringify(request.body)) }),
    });
    const { method, path, query, body } = request;
    const facts = JSON.stringify({ ...query, ...request.headers, ...(body !== undefined && { body }) });
    this.history.push(`${'AB'[world]}: ${method} ${path} ${facts} ${response.status}`);
    return {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !unlikeHeaders.has(name)),
      text: await response.text(),
    };
  }

  /**
   * Sends a request to both worlds.
   *
   * @throws Difference
   */
  async same(request: TwinRequest, credentials: Credentials): Promise<TwinResponse> {
    const received = [
      await this.only(0, request, credentials[0]),
      await this.only(1, request, credentials[1]),
    ] as const;
    const responses = this.pair(received);
    if (JSON.stringify(responses[0]) !== JSON.stringify(responses[1]))
      throw new Difference(request, responses);
    return responses[0];
  }

  /** Replaces ids by tokens. New ids get tokens by their place in the responses. */
  pair([first, second]: readonly [Received, Received]): readonly [TwinResponse, TwinResponse] {
    const fresh: [string[], string[]] = [[], []];
    const normal = ([first, second] as const).map((received, world): TwinResponse => {
      const named = (text: string): string => this.#named(world as WorldNumber, text, fresh[world] ?? []);
      return {
        status: received.status,
        text: named(received.text),
        headers: Object.fromEntries(
          received.headers.map(([name, value]) => [name, hashTag.test(value) ? 'hash' : named(value)]),
        ),
      };
    });
    const [ones, others] = fresh;
    if (ones.length === others.length)
      for (const [at, one] of ones.entries()) this.token(one, others[at] ?? '');
    return [normal[0] as TwinResponse, normal[1] as TwinResponse];
  }

  #named(world: WorldNumber, text: string, fresh: string[]): string {
    const name = (value: string): string => {
      const known = this.#tokens[world].get(value);
      if (known !== undefined) return known;
      const at = fresh.indexOf(value);
      if (at === -1) fresh.push(value);
      return `@${this.#values.length + (at === -1 ? fresh.length - 1 : at)}@`;
    };
    return (
      text
        .replaceAll(uuid, name)
        .replaceAll(/("session":{"id":")[^"]*/g, '$1')
        .replaceAll(/svc_sec_\w+/g, 'svc_sec_')
        // docs/spec/contract.md#slugs: random letters.
        .replaceAll(/("slug":"[^"]*)-[b-df-hj-np-tv-xz]{6}"/g, '$1-??????"')
        .replaceAll(/"nextCursor":"([\w-]+)"/g, (_, cursor: string) => {
          const [, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString().slice(12));
          return `"nextCursor":"${name(cursor)}","after":${JSON.stringify(values).replaceAll(uuid, name)}`;
        })
    );
  }

  #address(world: WorldNumber, { path, query = {} }: TwinRequest): string {
    const search = Object.entries(query).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${name}=${encodeURIComponent(this.#resolve(world, text))}`;
    });
    return this.#resolve(world, path) + (search.length === 0 ? '' : `?${search.join('&')}`);
  }

  #resolve(world: WorldNumber, text: string): string {
    return text.replaceAll(token, (name, at: string) => this.#values[Number(at)]?.[world] ?? name);
  }
}
