import type { Requester } from '../../../access/requester.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { ApiRequest, Service } from '../../api.js';
import { hasData, type ManyOperation } from './many-operation.js';

/** The operations of a bulk request that stores nothing. */
export interface Tries {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly descriptor: CollectionDescriptor;
  readonly operations: readonly ManyOperation[];
}

/**
 * Counts the operations that set a unique value. Each of them shows whether the value is already in use, as a
 * single write does, but in a bulk request that stores nothing, a thousand guesses would be one request. They
 * have a limit of their own, so that a dry run does not block other requests of the user.
 *
 * @throws ServiceError RATE_LIMITED beyond the limit.
 */
export async function countTries({ request, service, descriptor, operations }: Tries): Promise<void> {
  const { auth } = service;
  if (auth === null) return;
  const unique = uniqueNames(descriptor);
  const tries = operations.filter(({ op, data }) => hasData(op) && namesSome(data, unique)).length;
  if (tries === 0) return;
  const key = keyOf(await request.requester()) ?? request.origin.countedAs;
  await auth.limiter.consume('tries', key, tries);
}

/** All sessions of a user share one key. Null for anonymous requesters. */
function keyOf(requester: Requester): string | null {
  switch (requester.kind) {
    case 'user':
      return `user:${requester.user.id}`;
    case 'apiKey':
      return `key:${requester.key.id}`;
    case 'anonymous':
      return null;
  }
}

/** Returns the names of the fields with unique values, or of the groups that contain them. */
function uniqueNames({ indexes }: CollectionDescriptor): ReadonlySet<string> {
  const paths = indexes.flatMap(({ unique, paths }) => (unique ? paths : []));
  return new Set(paths.map((path) => path.split('.', 1)[0] ?? path));
}

function namesSome(data: ManyOperation['data'], names: ReadonlySet<string>): boolean {
  return data !== null && Object.keys(data).some((name) => names.has(name));
}
