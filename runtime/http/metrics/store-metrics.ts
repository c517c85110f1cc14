import type { OpenStore, StoreHolder } from '../store-holder.js';
import { type MetricFamily, single } from './metric-family.js';

/** Whoever asks more often gets the same numbers again: asking must not be a way to load the database. */
const keptFor = 1000;

/** What all processes share, read from the store: the same numbers whichever process is asked. */
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
  const [isUp, waiting] = await Promise.all([answers(open), waitingMails(open)]);
  const up = single('svc_store_up', 'gauge', {
    help: '1 while the database and the session store answer.',
    value: isUp ? 1 : 0,
  });
  if (waiting === null) return [up];
  return [
    up,
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

/** Null where there is no outbox, and while it cannot be read: `svc_store_up` says that. */
async function waitingMails(store: OpenStore | null): Promise<number | null> {
  const mail = store?.authentication?.services.mail;
  return mail === undefined ? null : mail.waiting().catch(() => null);
}

/** The connections that this process has to PostgreSQL; nothing on SQLite. */
export function poolFamilies(store: StoreHolder): readonly MetricFamily[] {
  const pool = store.isOpen ? store.get().pool?.() : undefined;
  if (pool === undefined) return [];
  return [
    {
      name: 'svc_database_connections',
      type: 'gauge',
      help: 'Connections to the database.',
      samples: [
        { labels: { state: 'busy' }, value: pool.open - pool.idle },
        { labels: { state: 'idle' }, value: pool.idle },
      ],
    },
    single('svc_database_waiting', 'gauge', {
      help: 'Work that waits for a connection.',
      value: pool.waiting,
    }),
  ];
}
