import type { Worker } from 'node:cluster';

/**
 * Ends the connections that a worker was given and had not taken when it died; without it their clients would wait for as long as
 * they like.
 *
 * `node:cluster` takes a connection in the process in front, sends it to a worker, and closes its own end when the worker says that it
 * has it. If the worker dies before, Node 20 forgets the connection without closing it. To give it to another worker would be wrong: nobody
 * knows whether the dead one had read from it. Letting the workers take connections themselves (`SCHED_NONE`) has no such gap, but spreads
 * them less evenly. What is read here of Node's messages (`act`, `seq`, `ack`) is not
 * documented; where a later version names them otherwise, nothing is tracked and nothing breaks.
 */
export function endUntakenConnections(worker: Worker): void {
  const { process: child } = worker;
  const untaken = new Map<number, Closeable>();
  const send = child.send.bind(child) as (...given: readonly unknown[]) => boolean;

  function track(...given: readonly unknown[]): boolean {
    const [message, connection] = given;
    if (!isHandOver(message) || !isCloseable(connection)) return send(...given);
    // Node goes on handing out until it has noticed the end of the channel, too.
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
