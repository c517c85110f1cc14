import type { Requester } from '../../access/requester.js';
import type { DatabaseOperations, ReadOperations } from '../../documents/operation.js';
import { isServiceError } from '../../errors/to-response.js';
import type { RecentWriters } from '../../storage/dialects/recent-writers.js';
import { type ReadReplica, type ReadReplicas, ReplicaFault } from '../../storage/read-replicas.js';
import { addressKey } from '../../util/address-key.js';
import type { ApiRequest, ReplicaRouter, RoutedRead } from '../api.js';

export interface ReplicaRouterOptions {
  readonly replicas: ReadReplicas;
  readonly writers: RecentWriters;
  readonly operations: DatabaseOperations;
  /**
   * Whether a request without a credential may write anything. If not, anonymous reads need no check for
   * recent writes.
   */
  readonly anonymousWrite: boolean;
  readonly logError: (fields: object, message: string) => void;
}

/** In process (`app.fetch`) there is no address. */
const inProcess = 'in-process';

export function createReplicaRouter(options: ReplicaRouterOptions): ReplicaRouter {
  const { replicas, writers, operations, anonymousWrite, logError } = options;
  const readsOf = new Map<ReadReplica, ReadOperations>(
    replicas.all.map((replica) => [replica, operations.readingFrom(replica.source)]),
  );

  /**
   * Returns the key under which a requester's writes are recorded; null if they cannot write. A user is
   * recorded across all sessions: they may log in again.
   */
  function writerOf(requester: Requester, { origin }: ApiRequest): string | null {
    if (requester.kind === 'user') return `user:${requester.user.id}`;
    if (requester.kind === 'apiKey') return `key:${requester.key.id}`;
    return anonymousWrite ? `address:${addressKey(origin.ip ?? inProcess)}` : null;
  }

  /**
   * Whether the requester may read data that is some seconds old. If that cannot be determined, the read goes
   * to the database, which reports the error.
   */
  async function maySeeOld(request: ApiRequest, requester: Requester): Promise<boolean> {
    const writer = writerOf(requester, request);
    if (writer === null) return true;
    return writers.has(writer).then(
      (hasWritten) => !hasWritten,
      () => false,
    );
  }

  /**
   * Only sessions stay with one replica: all visitors of a site may use one key, or come from one address.
   */
  async function replicaFor(request: ApiRequest): Promise<ReadReplica | null> {
    const requester = await request.requester();
    const replica = replicas.pick(requester.kind === 'user' ? requester.user.id : null);
    return replica !== null && (await maySeeOld(request, requester)) ? replica : null;
  }

  async function read<T>(request: ApiRequest, { from, isCurrent }: RoutedRead<T>): Promise<T> {
    const replica = await replicaFor(request);
    const reads = replica === null ? undefined : readsOf.get(replica);
    if (replica === null || reads === undefined) return from(operations);
    try {
      const answer = await from(reads);
      if (isCurrent(answer)) {
        replica.answered();
        return answer;
      }
    } catch (error) {
      if (!mayBeKnownElsewhere(error)) throw error;
    }
    replica.passedOver();
    return from(operations);
  }

  async function wrote(request: ApiRequest): Promise<void> {
    try {
      const writer = writerOf(await request.requester(), request);
      if (writer !== null) await writers.note(writer);
    } catch (error) {
      // The write is done: refusing the response would make clients write again.
      logError(
        { err: error, requestId: request.context.requestId },
        'a write could not be noted for the reads behind it',
      );
    }
  }

  return { read, wrote, states: () => replicas.states() };
}

/** Whether the replica failed, or lacks a document that another client may already know of. */
function mayBeKnownElsewhere(error: unknown): boolean {
  return error instanceof ReplicaFault || (isServiceError(error) && error.code === 'NOT_FOUND');
}
