import type { Requester } from '../../../access/requester.js';
import type { DocumentDescriptor } from '../../../codegen/descriptors.js';
import type { ApiRequest, Service } from '../../api.js';
import { dataKeyOf, type ManyOperation } from './many-operation.js';

/** The operations of a bulk request that stores nothing. */
export interface Tries {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly operations: readonly ManyOperation[];
}

/**
 * Counts the operations that set a unique value. Each of them shows whether the value is already in use, as a
 * single write does, but in a bulk request that stores nothing, a thousand guesses would be one request. They
 * have a limit of their own, so that a dry run does not block other requests of the user.
 *
 * @throws ServiceError RATE_LIMITED beyond the limit.
 */
export async function countTries({ request, service, operations }: Tries): Promise<void> {
  const { auth } = service;
  if (auth === null) return;
  const names = new Map<DocumentDescriptor, ReadonlySet<string>>();
  const unique = (descriptor: DocumentDescriptor): ReadonlySet<string> => {
    const known = names.get(descriptor) ?? uniqueNames(descriptor);
    names.set(descriptor, known);
    return known;
  };
  const tries = operations.filter(
    ({ op, target, data }) =>
      op === 'upsert' || (dataKeyOf(op) !== null && namesSome(data, unique(target.descriptor))),
  ).length;
  if (tries === 0) return;
  const key = keyOf(await request.requester()) ?? request.origin.countedAs;
  await auth.limiter.consume('tries', key, tries);
}

/** Operations of one request. */
const operationsOfRequest = 20;

/**
 * Counts a bulk request of more than one operation as more than one request: each operation is a twentieth of
 * one (docs/spec/content-tools.md#many-at-once). The request itself is counted already.
 *
 * @throws ServiceError RATE_LIMITED beyond the limit.
 */
export async function countOperations(
  request: ApiRequest,
  { auth }: Service,
  operations: number,
): Promise<void> {
  const further = Math.floor(operations / operationsOfRequest) - 1;
  if (auth === null || further < 1) return;
  await auth.limiter.consume('api', countedKey(await request.requester(), request), further);
}

/** As the request itself is counted. */
function countedKey(requester: Requester, { origin }: ApiRequest): string | null {
  switch (requester.kind) {
    case 'user':
      return `session:${requester.session.id}`;
    case 'apiKey':
      return `key:${requester.key.id}`;
    case 'anonymous':
      return origin.countedAs;
  }
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
function uniqueNames(descriptor: DocumentDescriptor): ReadonlySet<string> {
  const indexes = descriptor.kind === 'collection' ? descriptor.indexes : [];
  const paths = indexes.flatMap(({ unique, paths }) => (unique ? paths : []));
  return new Set(paths.map((path) => path.split('.', 1)[0] ?? path));
}

function namesSome(data: ManyOperation['data'], names: ReadonlySet<string>): boolean {
  return data !== null && Object.keys(data).some((name) => names.has(name));
}
