import type { AccessCallback } from './access-config.js';
import type { RateLimit } from './auth-config.js';
import type { HookRequest, RequestApiKey, RequestUser } from './hook-request.js';
import type { Local } from './local-types.js';

/**
 * A schema of zod 4, or of `zod/mini`. Described by what is used of it, so that the types of a config without
 * routes load nothing of zod.
 */
export interface RouteSchema {
  readonly _zod: { readonly input: unknown; readonly output: unknown };
}

/** Methods of routes. `HEAD` and `OPTIONS` follow from them. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parameters of a path, as text: those of `/stats/:year` are `{ year: string }`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Value } } ? Value : never;
type OutputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Value } } ? Value : never;

/** What is used of a web `Response`, so that a config needs no types of the DOM. */
export interface WebResponse {
  readonly status: number;
  readonly headers: {
    forEach(visit: (value: string, name: string) => void): void;
    getSetCookie(): string[];
  };
  readonly body: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Writes lines with the id of the request and of the route into the log of the service. */
export interface RouteLog {
  debug(message: string): void;
  debug(fields: object, message?: string): void;
  info(message: string): void;
  info(fields: object, message?: string): void;
  warn(message: string): void;
  warn(fields: object, message?: string): void;
  error(message: string): void;
  error(fields: object, message?: string): void;
}

/** What the handler of a route receives. */
export interface RouteArguments<Params = unknown, Query = unknown, Body = unknown, Answers = never> {
  /** The parameters of the path, as `params` returns them; without that schema as text. */
  readonly params: Params;
  /** The parameters of the address, as the schema returns them; undefined without one. */
  readonly query: Query;
  /** The JSON body, as the schema returns it; undefined without one. */
  readonly body: Body;
  /** The request, as hooks receive it. */
  readonly req: HookRequest;
  /** The documents of the service, with the rights of the request. */
  readonly local: Local;
  /** The user who sent the request; undefined for other requesters, and without `auth`. */
  readonly user: RequestUser | undefined;
  /** The API key that the request was sent with. */
  readonly apiKey: RequestApiKey | undefined;
  /** Id of the request in the log and in the response header `X-Request-Id`. */
  readonly requestId: string;
  readonly log: RouteLog;
  /**
   * Makes the result of a route with `responses`: a status, and a body that its schema takes.
   *
   * @example
   * return reply(201, { id });
   */
  readonly reply: <Status extends keyof Answers>(
    status: Status,
    body: InputOf<Answers[Status]>,
  ) => RouteReply;
}

declare const replied: unique symbol;

/** The result of a route with `responses`, made by `reply`. */
export interface RouteReply {
  readonly status: number;
  readonly body: unknown;
  /** Only for the compiler, so that no other object is taken for a reply. */
  readonly [replied]: true;
}

/** Who may call a route: everyone, users and API keys with one of these roles, or what a function decides. */
export type RouteAccess = 'public' | readonly string[] | AccessCallback;

/** What all routes have, whatever their schemas are. */
interface RouteBase {
  /** Name of the method in the SDK (`client.routes.stats`) and of the operation in the OpenAPI document. */
  readonly id: string;
  readonly method: RouteMethod;
  /** One line for the API reference. */
  readonly summary?: string;
  /** For the API reference; Markdown. */
  readonly description?: string;
  /**
   * Who may call it. Default: the role author and above, whatever the method. Has no effect unless the config
   * has `auth`.
   */
  readonly access?: RouteAccess;
  /**
   * How many requests a user, an API key, or else an address may send in a window, in addition to
   * `auth.rateLimit.api`. Needs `auth`. `SVC_RATE_LIMIT` applies to it too, and `auth.rateLimit: false` turns
   * it off.
   *
   * @example
   * rateLimit: { max: 10, windowSeconds: 60 }
   */
  readonly rateLimit?: RateLimit;
}

/** A route of the config. Made by `defineRoute`. */
export interface RouteConfig extends RouteBase {
  /** Below `/api`: `/stats/:year`. */
  readonly path: string;
  readonly params?: RouteSchema | undefined;
  readonly query?: RouteSchema | undefined;
  readonly body?: RouteSchema | undefined;
  readonly response?: RouteSchema | undefined;
  readonly responses?: Readonly<Record<number, RouteSchema>> | undefined;
  // A method, so that a handler with narrower arguments is assignable too.
  handler(request: RouteArguments<never, never, never, never>): unknown;
}

/** The options of {@link RouteConfig} before their types are known. */
export interface RouteOptions<Path extends string, Params, Query, Body, Answer, Answers> extends RouteBase {
  /** Below `/api`: `/stats/:year`. Its first segment is no collection and no path of the service. */
  readonly path: Path;
  /** An object with a property for each parameter of the path. They arrive as text: use `z.coerce`. */
  readonly params?: Params;
  /** An object of the parameters of the address. They arrive as text: use `z.coerce`, `z.stringbool`. */
  readonly query?: Query;
  /** The JSON body, of POST, PUT and PATCH. */
  readonly body?: Body;
  /** What the handler returns, sent with status 200. Without a schema the handler returns nothing: 204. */
  readonly response?: Answer;
  /** Schemas by status, 200 to 299, instead of `response`: the handler returns `reply(status, body)`. */
  readonly responses?: Answers;
  /** Returns the response, or a web `Response` for everything else: streams, files, redirects. */
  readonly handler: (
    request: RouteArguments<
      [Params] extends [never] ? PathParams<Path> : OutputOf<Params>,
      [Query] extends [never] ? undefined : OutputOf<Query>,
      [Body] extends [never] ? undefined : OutputOf<Body>,
      Answers
    >,
  ) => RouteResult<Answer, Answers> | Promise<RouteResult<Answer, Answers>>;
}

/** What a handler may return. */
export type RouteResult<Answer, Answers> =
  | WebResponse
  | ([Answers] extends [never] ? ResultOf<Answer> : RouteReply);

// biome-ignore lint/suspicious/noConfusingVoidType: the compiler types a function without `return` so.
type Nothing = void | undefined;

type ResultOf<Answer> = [Answer] extends [never] ? Nothing : InputOf<Answer>;
