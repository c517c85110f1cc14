import type { Client, Connection, PoolClient } from 'pg';

/** What `pg` has and its types leave out. */
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

/** Milliseconds. A server that does not take the message ends the statement by its own timeout. */
const patience = 1_000;

/**
 * Asks the server to end what runs on a connection, over one of its own, since the first is busy
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS). Unlike `pg_cancel_backend` it needs no
 * login, and behind a pooler of connections it names the right one. `pg` itself would send the key of the connection in the clear.
 *
 * @param messenger A client with the same address that was never connected.
 */
export function cancelStatement(client: PoolClient, messenger: Client): void {
  const { processID, secretKey } = client as PoolClient & CancellableClient;
  if (processID === null || secretKey === null) return;
  const { connection, host, port, ssl } = messenger as Client & Messenger;
  const close = (): void => void connection.stream.destroy();
  const timer = setTimeout(close, patience).unref();
  const tell = (): void => connection.cancel(processID, secretKey);
  connection.once('end', () => clearTimeout(timer));
  // The statement was wanted by nobody; there is nobody to tell that it runs on.
  connection.on('error', close);
  if (!ssl) connection.once('connect', tell);
  else connection.once('sslconnect', tell);
  if (ssl && connection.sslNegotiation !== 'direct')
    connection.once('connect', () => connection.requestSsl());
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
