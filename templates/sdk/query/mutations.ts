import { type AnyClient, branchOf, byName, never } from './queries.js';
import { changedBy, isConcerned, type RelationGraph, type SvcQueryKey } from './relations.js';

/** The parts of TanStack's `QueryClient` that mutations use. */
export interface QueryCache {
  invalidateQueries(filters: {
    predicate(query: { readonly queryKey: readonly unknown[] }): boolean;
  }): Promise<void>;
  resetQueries(filters: { readonly queryKey: readonly unknown[] }): Promise<void>;
}

interface Variables {
  readonly id?: unknown;
  readonly data?: unknown;
  readonly versionId?: unknown;
  readonly where?: unknown;
  readonly draft?: unknown;
  readonly file?: unknown;
}

/** Options that may have a key, or what makes one. */
interface Keyed {
  readonly idempotencyKey?: string | ((variables: Variables) => string) | undefined;
}

/** The arguments of a method in front of its options. `rest` is added to the options. */
interface Arguments {
  readonly first: readonly unknown[];
  readonly rest?: object;
}

const ofDocument: { readonly [method: string]: (variables: Variables) => Arguments } = {
  update: ({ id, data, ...rest }) => ({ first: [id, data], rest }),
  delete: ({ id, ...rest }) => ({ first: [id], rest }),
  publish: ({ id, data, ...rest }) => ({ first: [id, data], rest }),
  unpublish: ({ id, ...rest }) => ({ first: [id], rest }),
  discardDraft: ({ id, ...rest }) => ({ first: [id], rest }),
  restore: ({ id, versionId, ...rest }) => ({ first: [id, versionId], rest }),
};

const ofCollection: { readonly [method: string]: (variables: Variables) => Arguments } = {
  ...ofDocument,
  create: (data) => ({ first: [data] }),
  createMany: (docs) => ({ first: [docs] }),
  bulk: (operations) => ({ first: [operations] }),
  updateMany: ({ where, draft, data, ...rest }) => ({ first: [{ where, draft }, data], rest }),
  deleteMany: ({ where, draft, ...rest }) => ({ first: [{ where, draft }], rest }),
};

/** The same of collections with files, which come beside the data. */
const ofUploads: typeof ofCollection = {
  ...ofCollection,
  create: ({ data, file }) => ({ first: [data], rest: { file } }),
};

/** Makes `mutations` of a client, which invalidate what they have changed. */
export function mutationsOf(
  client: AnyClient,
  cache: QueryCache,
  { service, graph }: { readonly service: string; readonly graph: RelationGraph },
): object {
  const invalidate = (name: string, method: string): Promise<void> => {
    const changed = changedBy(graph, name, method);
    return cache.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === service && isConcerned(graph, queryKey as SvcQueryKey, changed),
    });
  };
  const of = (name: string): object => {
    const isGlobal = name.startsWith('globals/');
    const methods: { [method: string]: object } = {};
    const splits = isGlobal ? ofDocument : graph[name]?.hasFiles ? ofUploads : ofCollection;
    for (const [method, split] of Object.entries(splits)) {
      methods[method] = (options?: Keyed) => ({
        mutationKey: [service, name, method],
        mutationFn: (variables: Variables = {}) => {
          const { first, rest } = split(variables);
          return branchOf(client, name)[method]?.(...(isGlobal ? first.slice(1) : first), {
            ...options,
            ...keyOf(options, variables),
            ...rest,
          });
        },
        // After a failure too: a call without a response may have had its effect.
        onSettled: () => invalidate(name, method),
        retry: never,
      });
    }
    return methods;
  };
  const ofSession = (method: 'login' | 'logout') => (options?: object) => ({
    mutationKey: [service, 'auth', method],
    mutationFn: (data?: object) =>
      branchOf(client, 'auth')[method]?.(...(method === 'login' ? [data] : []), options),
    // What another user may read must not be shown to this one. A refused call has changed nothing.
    onSettled: async (_data?: unknown, error?: unknown) => {
      if (!isRefusal(error)) await cache.resetQueries({ queryKey: [service] });
    },
    retry: never,
  });
  return {
    ...byName(Object.keys(graph), of),
    auth: { login: ofSession('login'), logout: ofSession('logout') },
  };
}

/** The key of a call, where each call has one of its own. */
function keyOf(options: Keyed | undefined, variables: Variables): Keyed {
  const key = options?.idempotencyKey;
  return typeof key === 'function' ? { idempotencyKey: key(variables) } : {};
}

/** Whether an error is a response. Without one, the call may have had its effect. */
function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status !== undefined;
}
