import type { Connection } from '../../driver.js';
import type { LogState } from '../server-checks.js';

const sql =
  'SELECT pg_is_in_recovery()::int AS standby, ' +
  'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END::text AS position, ' +
  "concat_ws('/', (SELECT system_identifier::text FROM pg_control_system()), " +
  '(SELECT oid::text FROM pg_catalog.pg_database WHERE datname = current_database()), current_schema()) AS identity';

/**
 * Reads a server's state. Everything committed before the call is before the returned position.
 *
 * @throws Error on servers that speak the protocol without such a log.
 */
export async function readServerState(connection: Pick<Connection, 'get'>): Promise<LogState> {
  const row = await connection.get(sql, []);
  return {
    isStandby: row?.['standby'] === 1,
    position: positionOf(String(row?.['position'])),
    identity: String(row?.['identity']),
  };
}

/** Why a server is no replica of another one, as the end of a sentence; null when it is one. */
export function faultOfReplica(own: LogState, primary: LogState): string | null {
  if (!own.isStandby) return 'is no replica: it takes writes';
  return own.identity === primary.identity ? null : 'is a replica of another database';
}

/** `16/B374D848`: two hexadecimal halves. A standby that has replayed nothing yet has none. */
function positionOf(text: string): bigint {
  const [high, low] = text.split('/');
  if (high === undefined || low === undefined) return 0n;
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
