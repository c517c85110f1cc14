import type { FetchSignal } from '../platform.js';
import type { RelationGraph, SvcQueryKey } from './relations.js';

/** The methods of a client's branch, by name. */
export interface Branch {
  readonly [method: string]: (...parameters: readonly unknown[]) => Promise<unknown>;
}

/** A client as these modules use it: the emitted code gives them the types. */
export interface AnyClient {
  readonly globals: object;
}

interface Context {
  readonly signal?: FetchSignal;
  readonly pageParam?: unknown;
}

/** Methods of a collection that read. */
const reads = 'find findOne findById findByIds findByKey count versions';

/** The methods of a client at a name: `posts` or `globals/siteSettings`. */
export function branchOf(client: AnyClient, name: string): Branch {
  const [, global] = name.split('globals/');
  return (global ? client.globals : client)[(global ?? name) as never];
}

/** Makes an object for each name, with the structure of the client: `posts`, `globals.siteSettings`. */
export function byName(names: readonly string[], make: (name: string) => object): object {
  const globals: { [name: string]: object } = {};
  const all: { [name: string]: object } = { globals };
  for (const name of names) {
    const [, global] = name.split('globals/');
    (global ? globals : all)[global ?? name] = make(name);
  }
  return all;
}

/** Makes `queries` of a client. */
export function queriesOf(client: AnyClient, service: string, graph: RelationGraph): object {
  const query = (name: string, method: string) => {
    return (...parameters: readonly unknown[]): object => ({
      queryKey: [service, name, method, ...parameters] satisfies SvcQueryKey,
      queryFn: (context?: Context) => call(client, { name, method, parameters, context }),
      retry: never,
    });
  };
  const of = (name: string): object => {
    const all = (): object => ({ queryKey: [service, name] });
    if (name.startsWith('globals/')) return { all, get: query(name, 'get') };
    const methods: { [method: string]: object } = { all };
    for (const method of reads.split(' ')) methods[method] = query(name, method);
    return {
      ...methods,
      infinite: (given?: object) => ({
        queryKey: [service, name, 'infinite', given] satisfies SvcQueryKey,
        queryFn: (context: Context) => {
          const parameters = [{ ...given, cursor: context.pageParam }];
          return call(client, { name, method: 'find', parameters, context });
        },
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
        retry: never,
      }),
    };
  };
  const me = (): object => ({
    queryKey: [service, 'auth', 'me'] satisfies SvcQueryKey,
    queryFn: (context?: Context) => branchOf(client, 'auth')['me']?.(optionsOf(context)),
    retry: never,
  });
  return { ...byName(Object.keys(graph), of), auth: { me } };
}

interface Call {
  readonly name: string;
  readonly method: string;
  readonly parameters: readonly unknown[];
  readonly context: Context | undefined;
}

function call(client: AnyClient, { name, method, parameters, context }: Call): Promise<unknown> | undefined {
  // Optional arguments that are missing become undefined, so that the options are the last argument.
  const count = /^(findById|findByIds|findByKey|versions)$/.test(method) ? 2 : 1;
  const filled = Array.from({ length: count }, (_, index) => parameters[index]);
  return branchOf(client, name)[method]?.(...filled, optionsOf(context));
}

function optionsOf(context: Context | undefined): object {
  return context?.signal ? { signal: context.signal } : {};
}

/** The client itself retries what can succeed, with the pauses that the server asks for. */
export function never(): boolean {
  return false;
}
