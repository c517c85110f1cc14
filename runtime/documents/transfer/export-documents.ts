import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Driver } from '../../storage/driver.js';
import { newestOf } from '../document-state.js';
import { findStates } from '../drafts/stored-state.js';
import { createUserCredentials } from '../users/user-credentials.js';
import type { TransferLine, TransferType } from './transfer-types.js';

export interface ExportOptions {
  readonly withPasswords: boolean;
}

/** Documents in one read. */
const pageSize = 200;

/**
 * The documents of a collection or global in both views, by id, a page at a time. Each document is exported
 * as of some moment during the export; one that moves between the tables meanwhile is still found.
 */
export async function* exportDocuments(
  driver: Driver,
  transfer: TransferType,
  options: ExportOptions,
): AsyncGenerator<TransferLine> {
  const { model, pending } = transfer.type;
  const tables = pending === null ? [model.table] : [model.table, pending.model.table];
  for await (const ids of pagesOf(driver, tables)) yield* linesOf(driver, transfer, { ids, options });
}

async function* pagesOf(driver: Driver, tables: readonly string[]): AsyncGenerator<readonly string[]> {
  const page = `ORDER BY "id" LIMIT ${pageSize}`;
  const parts = tables.map(
    (table, at) =>
      `SELECT "id" FROM (SELECT "id" FROM ${quoteIdentifier(table)} WHERE "id" > ? ${page}) t${at}`,
  );
  const sql = `${parts.join(' UNION ')} ${page}`;
  let last = '';
  for (;;) {
    const rows = await driver.all(
      sql,
      tables.map(() => last),
    );
    const ids = rows.map((row) => String(row['id']));
    if (ids.length > 0) yield ids;
    if (ids.length < pageSize) return;
    last = ids.at(-1) ?? '';
  }
}

interface Page {
  readonly ids: readonly string[];
  readonly options: ExportOptions;
}

async function* linesOf(
  driver: Driver,
  { kind, slug, isUsers, type }: TransferType,
  { ids, options }: Page,
): AsyncGenerator<TransferLine> {
  const states = await findStates(driver, { type, ids });
  const byId = new Map(states.map((state) => [String(newestOf(state)?.['id']), state]));
  const credentials = createUserCredentials(Date.now);
  for (const id of ids) {
    const state = byId.get(id);
    // It was deleted meanwhile.
    if (state === undefined) continue;
    const { published, pending } = state;
    const hash = isUsers && options.withPasswords ? await credentials.passwordHash(driver, id) : null;
    yield {
      [kind]: slug,
      ...(published !== null && { document: published }),
      ...(pending !== null && { draft: pending.document }),
      ...(hash !== null && { passwordHash: hash }),
    };
  }
}
