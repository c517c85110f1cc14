import type { Client, Connection, PoolClient } from 'pg';

/** Members of `pg` that its types leave out. */
interface CancellableClient {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

interface Messenger {
  readonly host: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly connection: Connection & {
    readonly sslNegotiation?: string;
    connect(port: number | string, host?: string): void;
    requestSsl(): void;
    cancel(processId: number, secretKey: number): void;
  };
}

/** In milliseconds. If the server does not take the message, its own timeout ends the statement. */
const cancelTimeout = 1_000;

/**
 * Asks the server to cancel what runs on a connection. It uses a second connection, since the first is busy
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS). Unlike
 * `pg_cancel_backend` this needs no login, and it finds the right connection behind a connection pooler. The
 * cancel function of `pg` would send the connection's key unencrypted.
 *
 * @param messenger A client with the same address that was never connected.
 */
export function cancelStatement(client: PoolClient, messenger: Client): void {
  const { processID, secretKey } = client as PoolClient & CancellableClient;
  if (processID === null || secretKey === null) return;
  const { connection, host, port, ssl } = messenger as Client & Messenger;
  const close = (): void => void connection.stream.destroy();
  const timer = setTimeout(close, cancelTimeout).unref();
  const tell = (): void => connection.cancel(processID, secretKey);
  connection.once('end', () => clearTimeout(timer));
  // No requester waits for the statement, so a failed cancellation is not reported.
  connection.on('error', close);
  if (!ssl) connection.once('connect', tell);
  else connection.once('sslconnect', tell);
  if (ssl && connection.sslNegotiation !== 'direct')
    connection.once('connect', () => connection.requestSsl());
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
