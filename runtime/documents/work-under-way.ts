import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { Driver, Row } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import type { WorkUnderWay } from './operation.js';
import { comingSteps } from './schedule/schedule-table.js';

export function createWorkUnderWay(driver: Driver): WorkUnderWay {
  return {
    async drafts(document, limit) {
      const { table } = pendingDescriptor(document);
      const rows = await driver.all(
        `SELECT "id", "_fields" FROM ${quoteName(table)} ORDER BY "updatedAt" DESC, "id" DESC LIMIT ?`,
        [limit],
      );
      return rows.map((row) => ({ id: String(row['id']), fields: fieldsOf(row) }));
    },
    scheduled: (limit) => comingSteps(driver, limit),
  };
}

function fieldsOf(row: Row): readonly string[] {
  return JSON.parse(String(row['_fields'])) as readonly string[];
}
