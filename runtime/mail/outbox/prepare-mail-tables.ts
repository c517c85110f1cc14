import type { Connection } from '../../storage/driver.js';

const table = `CREATE TABLE IF NOT EXISTS "_svc_outbox" (
  "id" TEXT PRIMARY KEY,
  "kind" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "payload" TEXT,
  "attempts" INTEGER NOT NULL,
  "dueAt" INTEGER NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "settledAt" INTEGER
) STRICT`;

const indexes = [
  `CREATE INDEX IF NOT EXISTS "_svc_outbox_due" ON "_svc_outbox" ("status", "dueAt")`,
  `CREATE INDEX IF NOT EXISTS "_svc_outbox_settled" ON "_svc_outbox" ("settledAt")`,
];

/** Makes the table of waiting and sent mails. Does nothing where it exists. */
export async function prepareMailTables(connection: Connection): Promise<void> {
  for (const sql of [table, ...indexes]) await connection.run(sql, []);
}
