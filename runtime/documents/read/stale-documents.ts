import { ServiceError } from '../../errors/service-error.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Driver } from '../../storage/driver.js';
import type { DocumentLog } from '../document-environment.js';
import type { DocumentType } from '../document-type.js';
import { rebuildDocuments } from '../stored-document.js';
import { lockDocuments } from '../write/lock-documents.js';
import { gapsOf, type TextRow } from './load-outgoing.js';

/** Rebuilds the stored text of documents, after the request that found it missing. */
export interface StaleDocuments {
  /** Records the rows that have no text; returns immediately. */
  renew(type: DocumentType, rows: readonly TextRow[]): void;
  /** Resolves when no work is left. */
  settled(): Promise<void>;
}

/** Documents renewed in one transaction: other writes wait for it. */
const batchSize = 100;

/**
 * A row that was changed by hand, or whose collection has changed its shape, has no text. Reads build it from
 * the columns; this stores it, so that the next read is fast again. If this fails, only that speed is lost.
 */
export function createStaleDocuments(driver: Driver, log: DocumentLog): StaleDocuments {
  const waiting = new Map<DocumentType, Set<string>>();
  let running: Promise<void> | null = null;

  function renew(type: DocumentType, rows: readonly TextRow[]): void {
    const gaps = gapsOf(type, rows);
    if (gaps.length === 0) return;
    for (const { rows: table, ids } of gaps) {
      const noted = waiting.get(table) ?? new Set<string>();
      waiting.set(table, noted);
      for (const id of ids) noted.add(id);
    }
    running ??= work().finally(() => {
      running = null;
    });
  }

  async function work(): Promise<void> {
    for (let batch = nextBatch(waiting); batch !== null; batch = nextBatch(waiting)) {
      try {
        await renewBatch(driver, batch);
      } catch (error) {
        waiting.clear();
        // The next read tries again; a busy or closing store is not worth a log line.
        if (error instanceof ServiceError && error.code === 'UNAVAILABLE') continue;
        log.error({ err: error }, `The texts of documents of ${batch.type.model.name} could not be renewed.`);
      }
    }
  }

  async function settled(): Promise<void> {
    while (running !== null) await running;
  }

  return { renew, settled };
}

interface Batch {
  /** Published documents, or pending drafts. */
  readonly type: DocumentType;
  readonly ids: readonly string[];
}

function nextBatch(waiting: Map<DocumentType, Set<string>>): Batch | null {
  for (const [type, noted] of waiting) {
    const ids = [...noted].slice(0, batchSize);
    for (const id of ids) noted.delete(id);
    if (noted.size === 0) waiting.delete(type);
    return { type, ids };
  }
  return null;
}

async function renewBatch(driver: Driver, { type, ids }: Batch): Promise<void> {
  const sql = `UPDATE ${quoteIdentifier(type.model.table)} SET "_doc" = ? WHERE "id" = ? AND "_doc" IS NULL`;
  await driver.briefTransaction(async (connection) => {
    await lockDocuments(connection, { type, ids, lock: 'change' });
    const documents = await rebuildDocuments(connection, type.model, ids);
    for (const [id, document] of documents) {
      await connection.run(sql, [JSON.stringify(document), id]);
      await type.writer.refer(connection, document);
    }
  });
}
