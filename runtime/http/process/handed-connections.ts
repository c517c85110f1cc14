import type { Worker } from 'node:cluster';

/**
 * Ends the connections that were sent to a worker and that it had not accepted when it died; otherwise their
 * clients would wait until they give up.
 *
 * `node:cluster` accepts a connection in the primary process, sends it to a worker, and closes its own end
 * when the worker confirms. If the worker dies before that, Node 20 forgets the connection without closing
 * it. Sending it to another worker would be wrong: the dead one may have read from it. Letting the workers
 * accept connections themselves (`SCHED_NONE`) has no such gap, but spreads them less evenly. The messages of
 * Node that are read here (`act`, `seq`, `ack`) are not documented; if a later version names them otherwise,
 * nothing is tracked and nothing breaks.
 */
export function endUntakenConnections(worker: Worker): void {
  const { process: child } = worker;
  const untaken = new Map<number, Closeable>();
  const send = child.send.bind(child) as (...given: readonly unknown[]) => boolean;

  function track(...given: readonly unknown[]): boolean {
    const [message, connection] = given;
    if (!isHandOver(message) || !isCloseable(connection)) return send(...given);
    // Node keeps sending connections until it has noticed that the channel has closed, too.
    if (worker.isDead()) connection.close();
    else untaken.set(message.seq, connection);
    return !worker.isDead() && send(...given);
  }
  child.send = track as typeof child.send;
  child.on('internalMessage', (message: unknown) => {
    if (isAnswer(message)) untaken.delete(message.ack);
  });
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close();
    untaken.clear();
  });
}

interface Closeable {
  close(): void;
}

function isCloseable(value: unknown): value is Closeable {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}

function isHandOver(message: unknown): message is { readonly seq: number } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'act' in message &&
    message.act === 'newconn' &&
    'seq' in message &&
    typeof message.seq === 'number'
  );
}

function isAnswer(message: unknown): message is { readonly ack: number } {
  return (
    typeof message === 'object' && message !== null && 'ack' in message && typeof message.ack === 'number'
  );
}
