import type { ContractDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import { encodeColumns, fieldColumns, storedFields } from '../../fields/columns.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../driver.js';
import { ownerName } from './derive-schema.js';
import type { SchemaStep } from './diff-schemas.js';
import { SchemaError } from './schema-error.js';

/**
 * Gives a new required field its constant default in existing documents. Without a default, those documents
 * would have no value in a required field, so the change is refused.
 */
export async function fillRequiredFields(
  connection: Connection,
  steps: readonly SchemaStep[],
  contract: ContractDescriptor,
): Promise<void> {
  for (const owner of [...contract.collections, ...contract.globals]) {
    const added = steps.flatMap((step) =>
      step.kind === 'add column' && step.table.name === owner.table ? [step.field.path] : [],
    );
    for (const field of storedFields(owner.fields)) {
      if (field.required !== true || !added.includes(field.path)) continue;
      if (field.default === undefined)
        await assertNoRows(connection, owner.table, `${ownerName(owner)}.${field.path}`);
      else {
        for (const table of tablesOf(owner)) {
          await fill(connection, table, field, encodeColumns(field, field.default));
        }
      }
    }
  }
}

function tablesOf(owner: DocumentDescriptor): readonly string[] {
  return owner.drafts ? [owner.table, pendingTable(owner.table)] : [owner.table];
}

async function fill(
  connection: Connection,
  table: string,
  field: Parameters<typeof fieldColumns>[0],
  values: ReturnType<typeof encodeColumns>,
): Promise<void> {
  const assignments = fieldColumns(field).map((column) => `${quoteIdentifier(column)} = ?`);
  await connection.run(`UPDATE ${quoteIdentifier(table)} SET ${assignments.join(', ')}`, values);
}

async function assertNoRows(connection: Connection, table: string, path: string): Promise<void> {
  const row = await connection.get(`SELECT count(*) AS "count" FROM ${quoteIdentifier(table)}`, []);
  const count = Number(row?.['count']);
  if (count === 0) return;
  throw new SchemaError(
    `${path} is new and required, but ${count === 1 ? '1 document is' : `${count} documents are`} without it: ` +
      'give it a default, or make it optional first.',
  );
}
