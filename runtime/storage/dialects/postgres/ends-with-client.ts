import type { Connection } from '../../driver.js';

/**
 * Makes the server check every second whether the client is still connected. Without this it notices a killed
 * process only when the current statement ends. Until then it keeps the locks on changed tables and waits for
 * others in vain.
 *
 * Servers before PostgreSQL 14 do not know the setting, and those of some systems refuse it: then this fails.
 */
export async function endsWithClient(connection: Connection, scope: 'SET' | 'SET LOCAL'): Promise<void> {
  await connection.run(`${scope} client_connection_check_interval = 1000`, []);
}
