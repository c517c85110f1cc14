import type { HttpServer } from '../transport/http-server.js';

/** Milliseconds that a client has to finish sending a request that it has begun. */
const drainTimeout = 2000;

/** Milliseconds for a request to arrive on a connection that was just accepted. */
const arrival = 250;

/**
 * Closes a server without losing a request; resolves when its last connection has ended. From now on every
 * response ends its connection, so waiting for the connections waits for the requests too. Connections are
 * still accepted for `grace` milliseconds, so that load balancers see readiness fail before any is refused.
 */
export async function drainServer({ server, closeWaiting }: HttpServer, grace: number): Promise<void> {
  if (grace > 0) await new Promise((resolve) => setTimeout(resolve, grace));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Node does not count these as idle, and no longer checks for slow ones.
  const silent = setTimeout(() => void arrived().then(() => closeWaiting('silent')), arrival);
  const slow = setTimeout(() => closeWaiting('all'), drainTimeout);
  await closed;
  clearTimeout(silent);
  clearTimeout(slow);
}

/**
 * Reads what had arrived before the time was over: on a busy machine a timer may run first. The first turn of
 * the event loop accepts connections, the second reads what was sent on them.
 */
async function arrived(): Promise<void> {
  for (let look = 0; look < 3; look += 1) await new Promise((resolve) => setImmediate(resolve));
}
