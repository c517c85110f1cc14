import type { ServerChecks } from '../server-checks.js';
import { faultOfReplica, readServerState } from './server-state.js';

export const serverChecks: ServerChecks = {
  async readTime(connection) {
    const row = await connection.get('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now', []);
    return Number(row?.['now']);
  },
  readLogState: readServerState,
  issueOfReplica: faultOfReplica,
  async readTableState(connection, table) {
    const row = await connection.get(
      `SELECT to_regclass(?) IS NOT NULL AS made, has_schema_privilege(current_schema(), 'CREATE') AS may_make,
        current_setting('transaction_read_only') = 'on' AS read_only`,
      [table],
    );
    return {
      isReadOnly: row?.['read_only'] === 1,
      isMade: row?.['made'] === 1,
      mayBeMade: row?.['may_make'] === 1,
    };
  },
  async readSearchAdvice(connection) {
    const row = await connection.get(
      `SELECT 1 AS found FROM pg_catalog.pg_extension WHERE extname = 'pg_trgm'`,
      [],
    );
    return row === undefined ? 'the extension pg_trgm would let indexes speed up `contains`' : null;
  },
};
