import type { Driver } from '../../storage/driver.js';
import { quoteName } from '../../storage/schema/sqlite-ddl.js';
import { type DocumentState, findStates, newestOf } from '../document-state.js';
import { createUserCredentials } from '../user-credentials.js';
import type { TransferLine, TransferType } from './transfer-types.js';

export interface ExportOptions {
  readonly withPasswords: boolean;
}

/** Documents that are read at once. */
const pageSize = 200;

/**
 * The documents of a collection or global, by id, a page at a time: those with something published, then those that are drafts only. Each
 * document is as it was at some moment of the export.
 */
export async function* exportDocuments(
  driver: Driver,
  transfer: TransferType,
  options: ExportOptions,
): AsyncGenerator<TransferLine> {
  const { type } = transfer;
  for await (const ids of pagesOf(driver, type.model.table)) {
    yield* linesOf(driver, transfer, { ids, options, isWanted: () => true });
  }
  if (type.pending === null) return;
  for await (const ids of pagesOf(driver, type.pending.model.table)) {
    yield* linesOf(driver, transfer, { ids, options, isWanted: ({ published }) => published === null });
  }
}

async function* pagesOf(driver: Driver, table: string): AsyncGenerator<readonly string[]> {
  let last = '';
  for (;;) {
    const rows = await driver.all(
      `SELECT "id" FROM ${quoteName(table)} WHERE "id" > ? ORDER BY "id" LIMIT ${pageSize}`,
      [last],
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
  readonly isWanted: (state: DocumentState) => boolean;
}

async function* linesOf(
  driver: Driver,
  { kind, slug, isUsers, type }: TransferType,
  { ids, options, isWanted }: Page,
): AsyncGenerator<TransferLine> {
  const states = (await findStates(driver, type, ids)).filter(isWanted);
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
