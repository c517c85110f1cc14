import type { HttpServer } from './http-server.js';

/** Milliseconds that a client gets to finish sending a request that it has begun. */
const patience = 2000;

/** Milliseconds for a request to arrive on a connection that has only just been taken. */
const arrival = 250;

/**
 * Closes a server without losing a request; resolves when its last connection has ended. Every answer ends its connection
 * by now, so that waiting for the connections is waiting for the requests. Connections are still taken for `grace`
 * milliseconds, so that load balancers see readiness fail before anything is refused.
 */
export async function drainServer({ server, closeWaiting }: HttpServer, grace: number): Promise<void> {
  if (grace > 0) await new Promise((resolve) => setTimeout(resolve, grace));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Node does not count these as idle, and has stopped looking for slow ones.
  const silent = setTimeout(() => void arrived().then(() => closeWaiting('silent')), arrival);
  const slow = setTimeout(() => closeWaiting('all'), patience);
  await closed;
  clearTimeout(silent);
  clearTimeout(slow);
}

/**
 * What had come when the time was over is read: on a machine that is busy, a timer may run before it. The first look takes connections, the
 * second what was sent on them.
 */
async function arrived(): Promise<void> {
  for (let look = 0; look < 3; look += 1) await new Promise((resolve) => setImmediate(resolve));
}
