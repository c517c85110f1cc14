/** A relay between a service and PostgreSQL that counts the round trips of their connections. */
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface PostgresWire {
  /** The address of the database through the relay. */
  readonly url: string;
  /** How often a client waited for the server while `work` ran. */
  roundTrips(work: () => Promise<unknown>): Promise<number>;
}

/** Starts a relay to a database, for a test. */
export async function relayedPostgres(database: string): Promise<PostgresWire> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let trips = 0;
  const relay = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname);
    let isWaiting = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      if (!isWaiting) trips += 1;
      isWaiting = true;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isWaiting = false;
      client.write(bytes);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => relay.close(resolve));
  });
  const address = relay.address();
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: url.href,
    async roundTrips(work) {
      const before = trips;
      await work();
      return trips - before;
    },
  };
}
