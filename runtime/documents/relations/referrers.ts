import type { RelationshipField } from '../../codegen/descriptors.js';
import { isRelation } from '../../fields/relation.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { SqlDialect } from '../../query/sql/sql-dialect.js';
import type { Connection } from '../../storage/driver.js';
import { referencesTable } from '../../storage/schema/table-names.js';
import type { FieldSlot } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import type { ReferencePlan } from './reference-plan.js';

/** A field that can refer to documents of a collection. */
export interface Referrer {
  readonly type: DocumentType;
  /** The field is that of pending drafts; the published document may lack the reference. */
  readonly isPending: boolean;
  readonly field: RelationshipField;
  /** In messages: `posts.author`. */
  readonly name: string;
  readonly inRows: boolean;
  /** The effect of deleting its target. */
  readonly onDelete: 'restrict' | 'clear' | 'cascade';
  /**
   * Selects the ids of the documents that refer to any of the ids in the JSON list that is its first
   * parameter.
   */
  readonly sql: (dialect: SqlDialect) => string;
  readonly parameters: readonly string[];
}

/** For every collection, the fields that can refer to it. */
export type ReferrerMap = ReadonlyMap<string, readonly Referrer[]>;

/** Finds every field that can refer to a document, so that a deletion needs to check no other field. */
export function createReferrers(types: readonly DocumentType[]): ReferrerMap {
  const map = new Map<string, Referrer[]>();
  const note = (target: string, referrer: Referrer): void => {
    const list = map.get(target) ?? [];
    map.set(target, list);
    list.push(referrer);
  };
  for (const type of types) {
    for (const rows of type.pending === null ? [type] : [type, type.pending]) {
      for (const source of sourcesOf(rows)) {
        for (const target of source.field.to) note(target, createReferrer(type, { rows, source, target }));
      }
    }
  }
  return map;
}

/** The documents that refer by this field to any of `ids`; at most `limit` of them. */
export async function findReferring(
  connection: Connection,
  referrer: Referrer,
  ids: readonly string[],
  { limit }: { readonly limit?: number } = {},
): Promise<readonly string[]> {
  const sql = referrer.sql(connection.dialect.sql);
  const rows = await connection.all(limit === undefined ? sql : `${sql} LIMIT ${limit}`, [
    JSON.stringify(ids),
    ...referrer.parameters,
  ]);
  return rows.map((row) => String(row['id']));
}

type Source =
  | { readonly kind: 'slot'; readonly field: RelationshipField; readonly slot: FieldSlot }
  | { readonly kind: 'rows'; readonly field: RelationshipField; readonly site: string };

function sourcesOf(type: DocumentType): readonly Source[] {
  const slots = [...type.model.columnSlots, ...type.model.entriesSlots].flatMap((slot): readonly Source[] =>
    isRelation(slot.field) ? [{ kind: 'slot', field: slot.field, slot }] : [],
  );
  return [...slots, ...rowSources(type.references, false)];
}

function rowSources(plan: ReferencePlan, inRows: boolean): readonly Source[] {
  return plan.flatMap((node): readonly Source[] => {
    if (node.kind === 'relation') return inRows ? [{ kind: 'rows', field: node.field, site: node.site }] : [];
    if (node.kind === 'group') return rowSources(node.nodes, inRows);
    if (node.kind === 'rows') return rowSources(node.nodes, true);
    return [...node.blocks.values()].flatMap((nodes) => rowSources(nodes, true));
  });
}

function createReferrer(
  type: DocumentType,
  { rows, source, target }: { readonly rows: DocumentType; readonly source: Source; readonly target: string },
): Referrer {
  const { field } = source;
  const inRows = source.kind === 'rows';
  return {
    type,
    isPending: rows.model.isPending,
    field,
    name: `${type.model.name}.${inRows ? source.site : field.path}`,
    inRows,
    onDelete: deletionOf(type, field, inRows),
    ...(inRows
      ? rowsQuery(rows, { site: source.site, target })
      : slotQuery(rows, { field, slot: source.slot, target })),
  };
}

function deletionOf(type: DocumentType, field: RelationshipField, inRows: boolean): Referrer['onDelete'] {
  // A required list may lose entries but not its last one, which is checked when it is cleared.
  const emptied = field.required === true && field.hasMany !== true;
  if (field.onDelete === 'restrict' || (field.onDelete === 'set null' && emptied)) return 'restrict';
  if (field.onDelete === 'set null' || inRows) return 'clear';
  // A global cannot be deleted: a cascade only clears the field.
  if (type.model.descriptor.kind === 'global') return emptied ? 'restrict' : 'clear';
  return 'cascade';
}

function slotQuery(
  type: DocumentType,
  {
    field,
    slot,
    target,
  }: { readonly field: RelationshipField; readonly slot: FieldSlot; readonly target: string },
): Pick<Referrer, 'sql' | 'parameters'> {
  const [id, collection] =
    field.table === undefined ? slot.columns : ['target', field.polymorphic ? 'collection' : undefined];
  const table = quoteIdentifier(field.table ?? type.model.table);
  const select = field.table === undefined ? '"id"' : 'DISTINCT "parent" AS "id"';
  const where = (dialect: SqlDialect): string => dialect.isAmong(quoteIdentifier(id ?? ''), 'text');
  if (collection === undefined) {
    return { sql: (dialect) => `SELECT ${select} FROM ${table} WHERE ${where(dialect)}`, parameters: [] };
  }
  return {
    sql: (dialect) =>
      `SELECT ${select} FROM ${table} WHERE ${where(dialect)} AND ${quoteIdentifier(collection)} = ?`,
    parameters: [target],
  };
}

function rowsQuery(
  type: DocumentType,
  { site, target }: { readonly site: string; readonly target: string },
): Pick<Referrer, 'sql' | 'parameters'> {
  return {
    sql: (dialect) =>
      `SELECT DISTINCT "parent" AS "id" FROM ${quoteIdentifier(referencesTable(type.model.descriptor))} ` +
      `WHERE ${dialect.isAmong('"target"', 'text')} AND "collection" = ? AND "path" = ?`,
    parameters: [target, site],
  };
}
