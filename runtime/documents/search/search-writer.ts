import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { searchEntry } from '../../query/search/search-entry.js';
import { searchedTexts } from '../../query/search/searched-texts.js';
import type { Connection } from '../../storage/driver.js';
import { runLater } from '../../storage/statements.js';
import type { JsonObject } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';

/**
 * Keeps the search index of a collection, in the transaction of each write: it cannot lag behind, and a write
 * whose index fails fails itself.
 */
export interface SearchWriter {
  /** Indexes a document. If its searched texts are those of `before`, nothing is written. */
  write(connection: Connection, document: StoredDocument, before: JsonObject | null): Promise<void>;
  /** Removes documents from the index. */
  remove(connection: Connection, ids: readonly string[]): Promise<void>;
}

/** Null where documents are not searched. */
export function createSearchWriter(descriptor: DocumentDescriptor): SearchWriter | null {
  if (descriptor.kind === 'global' || descriptor.search === undefined) return null;
  const { search } = descriptor;
  return {
    async write(connection, document, before) {
      const texts = searchedTexts(search, document);
      if (before !== null && isSame(texts, searchedTexts(search, before))) return;
      const entry = searchEntry(search, texts);
      const statements = connection.dialect.search.putSql(search, String(document['id']), entry);
      for (const { sql, parameters } of statements) await runLater(connection, sql, parameters);
    },
    async remove(connection, ids) {
      const { dialect } = connection;
      const isAmong = (id: string): string => dialect.sql.isAmong(id, 'text');
      for (const sql of dialect.search.removeSql(search.table, isAmong))
        await runLater(connection, sql, [JSON.stringify(ids)]);
    },
  };
}

function isSame(one: readonly (readonly string[])[], other: readonly (readonly string[])[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
