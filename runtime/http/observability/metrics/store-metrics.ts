import type { PoolState } from '../../../storage/driver.js';
import type { ReplicaState } from '../../../storage/read-replicas.js';
import type { OpenStore, StoreHolder } from '../../routing/store-holder.js';
import { type MetricFamily, type MetricSample, single } from './metric-family.js';

/** Milliseconds for which values are cached: frequent scrapes must not load the database. */
const keptFor = 1000;

/** Metrics that all processes share, read from the store: the same values from every process. */
export function createStoreMetrics(store: StoreHolder): () => Promise<readonly MetricFamily[]> {
  let latest: Promise<readonly MetricFamily[]> = Promise.resolve([]);
  let readAt = Number.NEGATIVE_INFINITY;

  return () => {
    const now = performance.now();
    if (now - readAt >= keptFor) {
      readAt = now;
      latest = read(store);
    }
    return latest;
  };
}

async function read(store: StoreHolder): Promise<readonly MetricFamily[]> {
  const open = store.isOpen ? store.get() : null;
  const [isUp, waiting, ofParts] = await Promise.all([
    answers(open),
    waitingMails(open),
    storedByParts(open),
  ]);
  const up = single('svc_store_up', 'gauge', {
    help: '1 while the database and the session store answer.',
    value: isUp ? 1 : 0,
  });
  if (waiting === null) return [up, ...ofParts];
  return [
    up,
    ...ofParts,
    single('svc_outbox_waiting', 'gauge', { help: 'Mails that were not sent yet.', value: waiting }),
  ];
}

async function answers(store: OpenStore | null): Promise<boolean> {
  if (store === null) return false;
  return store.check().then(
    () => true,
    () => false,
  );
}

/** Returns null without an outbox, and while it cannot be read: `svc_store_up` shows that. */
async function waitingMails(store: OpenStore | null): Promise<number | null> {
  const mail = store?.authentication?.services.mail;
  return mail === undefined ? null : mail.waiting().catch(() => null);
}

/** Metrics of capabilities that are in the store; nothing while they cannot be read. */
async function storedByParts(store: OpenStore | null): Promise<readonly MetricFamily[]> {
  const parts = [...(store?.parts?.values() ?? [])];
  const families = await Promise.all(parts.map(({ metrics }) => metrics?.ofStore().catch(() => []) ?? []));
  return families.flat();
}

/** What capabilities count in this process. */
export function partFamilies(store: StoreHolder): readonly MetricFamily[] {
  const parts = store.isOpen ? store.get().parts?.values() : undefined;
  return [...(parts ?? [])].flatMap(({ metrics }) => metrics?.ofProcess() ?? []);
}

/** Connections of this process to PostgreSQL; nothing on SQLite. */
export function poolFamilies(store: StoreHolder): readonly MetricFamily[] {
  const pool = store.isOpen ? store.get().pool?.() : undefined;
  if (pool === undefined) return [];
  return [
    {
      name: 'svc_database_connections',
      type: 'gauge',
      help: 'Connections to the database.',
      samples: connectionsOf(pool),
    },
    single('svc_database_waiting', 'gauge', {
      help: 'Work that waits for a connection.',
      value: pool.waiting,
    }),
  ];
}

/** Long reads of this process, which run in processes or connections of their own. */
export function longReadFamilies(store: StoreHolder): readonly MetricFamily[] {
  const state = store.isOpen ? store.get().longReads?.() : undefined;
  if (state === undefined) return [];
  const kinds = [
    ['statement', state.statements],
    ['response', state.responses],
  ] as const;
  return [
    {
      name: 'svc_long_reads_total',
      type: 'counter',
      help: 'Reads that may take long: finished, ended at their deadline (late), or refused since too many waited.',
      samples: kinds.flatMap(([kind, { finished, late, refused }]) =>
        Object.entries({ finished, late, refused }).map(([outcome, value]) => ({
          labels: { kind, outcome },
          value,
        })),
      ),
    },
    {
      name: 'svc_long_reads',
      type: 'gauge',
      help: 'Reads that may take long: running, and waiting for their turn.',
      samples: kinds.flatMap(([kind, { running, waiting }]) =>
        Object.entries({ running, waiting }).map(([state, value]) => ({ labels: { kind, state }, value })),
      ),
    },
  ];
}

/** Responses that this process keeps; nothing where none are kept. */
export function responseCacheFamilies(store: StoreHolder): readonly MetricFamily[] {
  const state = store.isOpen ? store.get().responses?.state() : undefined;
  if (state === undefined) return [];
  const { hits, misses, bytes } = state;
  return [
    {
      name: 'svc_response_cache_reads_total',
      type: 'counter',
      help: 'Reads that may be kept: sent again as kept (hit), or read from the database (miss).',
      samples: [
        { labels: { outcome: 'hit' }, value: hits },
        { labels: { outcome: 'miss' }, value: misses },
      ],
    },
    single('svc_response_cache_bytes', 'gauge', {
      help: 'Memory that kept responses take, approximately.',
      value: bytes,
    }),
  ];
}

/** Reads of this process from replicas; nothing without replicas. */
export function replicaFamilies(store: StoreHolder): readonly MetricFamily[] {
  const states = store.isOpen ? (store.get().replicas?.states() ?? []) : [];
  if (states.length === 0) return [];
  return replicaNumbers.map(({ samplesOf, ...family }) => ({
    ...family,
    samples: states.flatMap((state) =>
      samplesOf(state).map(({ labels, value }) => ({ labels: { replica: state.address, ...labels }, value })),
    ),
  }));
}

interface ReplicaNumbers extends Omit<MetricFamily, 'samples'> {
  readonly samplesOf: (state: ReplicaState) => readonly MetricSample[];
}

const replicaNumbers: readonly ReplicaNumbers[] = [
  {
    name: 'svc_replica_up',
    type: 'gauge',
    help: '1 while the replica is read from.',
    samplesOf: ({ isUsed }) => [{ value: isUsed ? 1 : 0 }],
  },
  {
    name: 'svc_replica_lag_seconds',
    type: 'gauge',
    help: 'How far the replica is behind at most; NaN while that is unknown.',
    samplesOf: ({ lag }) => [{ value: lag === null ? Number.NaN : lag / 1000 }],
  },
  {
    name: 'svc_replica_reads_total',
    type: 'counter',
    help: 'Reads that the replica answered.',
    samplesOf: ({ answered }) => [{ value: answered }],
  },
  {
    name: 'svc_replica_passed_over_total',
    type: 'counter',
    help: 'Reads that the database answered in its place, since it failed or lacked a document.',
    samplesOf: ({ passedOver }) => [{ value: passedOver }],
  },
  {
    name: 'svc_replica_connections',
    type: 'gauge',
    help: 'Connections to the replica.',
    samplesOf: ({ pool }) => connectionsOf(pool),
  },
];

function connectionsOf({ open, idle }: PoolState): readonly MetricSample[] {
  return [
    { labels: { state: 'busy' }, value: open - idle },
    { labels: { state: 'idle' }, value: idle },
  ];
}
