import { connect, type MoreMethods } from '../client.js';
import type { AnyCallCode, SvcError } from '../errors.js';
import { jsonOf } from '../json.js';
import { type ClientContract, type Methods, segment } from '../methods.js';
import type { CallOptions, ClientOptions } from '../options.js';
import { createSend, type Method, type Send } from '../request.js';
import type { SafeResult } from '../safe.js';

/** What methods of `client.routes` throw. */
export type RouteError = SvcError<
  AnyCallCode | 'NOT_FOUND' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE'
>;

/** What methods of `client.routes` return. */
export type RouteResult<Value, Safe extends boolean> = Promise<
  Safe extends true ? SafeResult<Value, RouteError> : Value
>;

/**
 * Id, method and path after `/api/` of each route. No object by id: to the compiler, a property `toString` of
 * it would be the function of all objects.
 */
export type RouteTable = readonly (readonly [id: string, method: Method, path: string])[];

interface RouteInput {
  readonly params?: { readonly [name: string]: unknown };
  readonly query?: { readonly [name: string]: unknown };
  readonly body?: unknown;
}

/** Makes `client.routes` of a client. */
export function routesOf(routes: RouteTable): (send: Send) => MoreMethods {
  return (send) => (name, finish) => (name === 'routes' ? finish(routeMethods(routes, send)) : undefined);
}

/** The client of a contract without authentication. */
export function connectWithRoutes(
  contract: ClientContract,
  options: ClientOptions,
  routes: RouteTable,
): object {
  const send = createSend(options, contract.hash);
  return connect(contract, options, send, routesOf(routes)(send));
}

function routeMethods(routes: RouteTable, send: Send): Methods {
  const methods: { [name: string]: Methods[string] } = {};
  for (const [id, method, path] of routes) {
    methods[id] = async ({ params = {}, query = {}, body }: RouteInput = {}, options?: CallOptions) => {
      const filled = path.replace(/:(\w+)/g, (_, name: string) => segment(params[name] as string));
      const search = searchOf(query);
      return send(method, search ? `${filled}?${search}` : filled, options, jsonOf(body as object)).catch(
        (error: SvcError) => {
          // A response without a body is what a route without a result sends.
          if (error.status === 204) return undefined;
          throw error;
        },
      );
    };
  }
  return methods;
}

/** A list is sent as a parameter for each of its values; what is undefined is left out. */
function searchOf(query: NonNullable<RouteInput['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(`${each}`)}`),
  );
  return pairs.join('&');
}
