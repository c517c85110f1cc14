import type { Connection } from '../driver.js';

/**
 * Lets the server look every second whether the client is still there. By itself it notices the end of a process that was killed when its
 * statement is over: until then it would keep the locks on tables that were being changed, and wait for others on behalf of nobody.
 *
 * Servers before PostgreSQL 14 do not know the setting, and those of some systems refuse it: then it fails.
 */
export async function endsWithClient(connection: Connection, scope: 'SET' | 'SET LOCAL'): Promise<void> {
  await connection.run(`${scope} client_connection_check_interval = 1000`, []);
}
