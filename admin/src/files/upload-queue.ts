import type { Document } from '../api/documents.js';

/** A file on its way. */
export interface QueuedFile {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** The part that was sent, from 0 to 1. */
  readonly sent: number;
  /** Whether the connection is lost, and sending goes on when it is there again. */
  readonly isLost: boolean;
  /** Why it failed. */
  readonly error: unknown;
  /** The document that it became. */
  readonly document: Document | null;
}

export interface UploadQueue {
  readonly items: () => readonly QueuedFile[];
  /** Calls the listener on every change; returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly File[]) => void;
  /** Stops a file that waits or is being sent. */
  readonly cancel: (id: number) => void;
  /** Sends a file again that failed or was stopped. */
  readonly retry: (id: number) => void;
  readonly cancelAll: () => void;
  /** Forgets the files that are not on their way. */
  readonly clear: () => void;
}

interface QueueOptions {
  readonly send: (
    file: File,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (part: number) => void;
      readonly onConnection: (isLost: boolean) => void;
    },
  ) => Promise<Document>;
  readonly onDone?: (document: Document) => void;
}

/** Files sent at a time. */
const parallel = 3;

/** Sends files, a few at a time. One that fails does not stop the others. */
export function createUploadQueue({ send, onDone }: QueueOptions): UploadQueue {
  const listeners = new Set<() => void>();
  const controllers = new Map<number, AbortController>();
  let items: readonly QueuedFile[] = [];
  let nextId = 1;

  const put = (next: readonly QueuedFile[]): void => {
    items = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, part: Partial<QueuedFile>): void =>
    put(items.map((item) => (item.id === id ? { ...item, ...part } : item)));

  const start = async ({ id, file }: QueuedFile): Promise<void> => {
    const controller = new AbortController();
    controllers.set(id, controller);
    change(id, { state: 'sending', sent: 0, isLost: false, error: null });
    try {
      const document = await send(file, {
        signal: controller.signal,
        onProgress: (sent) => change(id, { sent }),
        onConnection: (isLost) => change(id, { isLost }),
      });
      change(id, { state: 'done', sent: 1, document });
      onDone?.(document);
    } catch (error) {
      change(id, controller.signal.aborted ? { state: 'cancelled' } : { state: 'failed', error });
    } finally {
      controllers.delete(id);
      startNext();
    }
  };
  const startNext = (): void => {
    while (controllers.size < parallel) {
      const next = items.find(({ id, state }) => state === 'waiting' && !controllers.has(id));
      if (next === undefined) return;
      void start(next);
    }
  };
  const cancel = (id: number): void => {
    const controller = controllers.get(id);
    if (controller !== undefined) controller.abort();
    else if (items.some((item) => item.id === id && item.state === 'waiting')) {
      change(id, { state: 'cancelled' });
    }
  };
  return {
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files) {
      const added = files.map((file): QueuedFile => {
        const id = nextId++;
        return { id, file, state: 'waiting', sent: 0, isLost: false, error: null, document: null };
      });
      put([...items, ...added]);
      startNext();
    },
    cancel,
    retry(id) {
      if (!items.some((item) => item.id === id && (item.state === 'failed' || item.state === 'cancelled')))
        return;
      change(id, { state: 'waiting', sent: 0, error: null });
      startNext();
    },
    cancelAll() {
      // Those that wait first, or each that ends would start one of them.
      const open = items.filter(({ state }) => state === 'waiting' || state === 'sending');
      for (const { id, state } of open) if (state === 'waiting') cancel(id);
      for (const { id, state } of open) if (state === 'sending') cancel(id);
    },
    clear() {
      put(items.filter(({ state }) => state === 'waiting' || state === 'sending'));
    },
  };
}
