/** The table of the references that are inside rows and rich texts: see docs/architecture.md#storage. */
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { referencesTable } from '../../storage/schema/table-names.js';
import { runLater } from '../../storage/statements.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentModel, StoredDocument } from '../document-model.js';
import { collectReferences, type ReferencePlan } from '../relations/reference-plan.js';
import { collectTextReferences, type TextPlan } from '../relations/text-references.js';

/** The references that the table of references lists: those inside rows, and those of rich texts. */
export interface ListedReferences {
  readonly references: ReferencePlan;
  readonly texts: TextPlan;
}

export interface ReferenceWriter {
  replace(connection: Connection, document: StoredDocument): Promise<void>;
  write(connection: Connection, document: StoredDocument, before: JsonObject | null): Promise<void>;
}

/** Maintains the table of references; null where nothing is listed. */
export function createReferenceWriter(
  model: DocumentModel,
  listed: ListedReferences,
): ReferenceWriter | null {
  if (listed.texts.length === 0 && !hasRowReferences(listed.references)) return null;
  const table = quoteIdentifier(referencesTable(model.descriptor));
  const deleteSql = `DELETE FROM ${table} WHERE "parent" = ?`;
  const insertSql = (connection: Connection): string =>
    `INSERT INTO ${table} ("parent", "path", "collection", "target") ` +
    `SELECT ?, e."value" ->> 0, e."value" ->> 1, e."value" ->> 2 FROM ${connection.dialect.sql.listedJson('e')}`;

  async function write(
    connection: Connection,
    document: StoredDocument,
    before: JsonObject | null,
  ): Promise<void> {
    const references = listedReferences(listed, document);
    const old = before === null ? noReferences : listedReferences(listed, before);
    // Only what differs: a document may list thousands, and lose one after the other.
    const removed = [...old].flatMap(([key]) => (references.has(key) ? [] : [key]));
    const added = [...references].flatMap(([key, json]) => (old.has(key) ? [] : [json]));
    if (removed.length > 0) {
      const among = connection.dialect.sql.isAmong(
        `"path" || ' ' || "collection" || ' ' || "target"`,
        'text',
      );
      const sql = removed.length === old.size ? deleteSql : `${deleteSql} AND ${among}`;
      const keys = removed.length === old.size ? [] : [JSON.stringify(removed)];
      await runLater(connection, sql, [idOf(document), ...keys]);
    }
    if (added.length > 0) {
      await runLater(connection, insertSql(connection), [idOf(document), `[${added.join(',')}]`]);
    }
  }

  async function replace(connection: Connection, document: StoredDocument): Promise<void> {
    await runLater(connection, deleteSql, [idOf(document)]);
    const references = [...listedReferences(listed, document).values()];
    await runLater(connection, insertSql(connection), [idOf(document), `[${references.join(',')}]`]);
  }

  return { write, replace };
}

const noReferences: ReadonlyMap<string, string> = new Map();

/** The distinct references: `site collection id`, and as JSON `[site, collection, id]`. */
function listedReferences(
  { references, texts: plan }: ListedReferences,
  document: JsonObject,
): ReadonlyMap<string, string> {
  const found = [
    ...collectReferences(references, document).filter((reference) => reference.inRows),
    ...collectTextReferences(plan, document),
  ];
  return new Map(
    found.map(({ site, collection, id }) => [
      `${site} ${collection} ${id}`,
      JSON.stringify([site, collection, id]),
    ]),
  );
}

function hasRowReferences(plan: ReferencePlan): boolean {
  return plan.some((node) => {
    if (node.kind === 'group') return hasRowReferences(node.nodes);
    return node.kind !== 'relation';
  });
}

function idOf(document: StoredDocument): string {
  return String(document['id']);
}
