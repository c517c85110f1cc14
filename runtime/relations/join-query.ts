import type {
  CollectionDescriptor,
  FieldDescriptor,
  JoinField,
  RelationshipField,
} from '../codegen/descriptors.js';
import { andCondition } from '../query/compile/condition.js';
import { compileOrder } from '../query/compile/order.js';
import type { Parameter } from '../query/compile/statement.js';
import { compileWhere } from '../query/compile/where.js';
import { type HiddenFields, nothingHidden } from '../query/parse/hidden-fields.js';
import { visibleSort } from '../query/parse/list-query.js';
import { parseSort } from '../query/parse/sort.js';
import { parseWhere } from '../query/parse/where.js';
import type { SortTerm, WhereNode } from '../query/plan.js';
import type { QueryScope } from '../query/scope.js';
import type { Connection } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import { referencesTable } from '../storage/schema/table-names.js';
import { createReferencePlan, type ReferencePlan } from './reference-plan.js';

/** The documents of another collection that point to one document. */
export interface JoinedDocuments {
  readonly ids: readonly string[];
  readonly hasNextPage: boolean;
}

/** Reads a join for any number of documents. */
export interface JoinQuery {
  readonly field: JoinField;
  readonly collection: string;
  /** The relations that point to the parents: one, or those of the same path in several blocks. */
  readonly relations: readonly RelationshipField[];
  /** The joined documents of every parent that has some, and the texts that came with them, by their ids. */
  read(connection: Connection, parents: readonly string[], reader: JoinReader): Promise<JoinResult>;
}

/** For whom a join is read. */
export interface JoinReader {
  /** What documents must meet to be seen; null: nothing. */
  readonly visible: WhereNode | null;
  readonly hidden: HiddenFields;
}

/** The reader who may see everything. */
export const everyReader: JoinReader = Object.freeze({ visible: null, hidden: nothingHidden });

export interface JoinResult {
  readonly byParent: ReadonlyMap<string, JoinedDocuments>;
  /** Null: the row has no text and must be rebuilt. */
  readonly texts: ReadonlyMap<string, string | null>;
}

/**
 * Prepares a join: one query for all parents, which for each of them reads the first documents in an index and stops, however many
 * there are.
 */
export function createJoinQuery(field: JoinField, owner: string, scope: QueryScope): JoinQuery {
  const target = targetOf(field, scope);
  const parts = joinParts(field, owner, target, scope);
  const plain = joinSql(target, parts);
  const limit = field.limit;

  async function read(
    connection: Connection,
    parents: readonly string[],
    { visible, hidden }: JoinReader,
  ): Promise<JoinResult> {
    const seen = andCondition(target, visible);
    const sql =
      visible === null && hidden.size === 0
        ? plain
        : joinSql(target, {
            ...parts,
            sort: visibleSort(target, field.sort, hidden, scope),
            conditions: `${parts.conditions}${seen.sql}`,
          });
    const rows = await connection.all(sql, [
      JSON.stringify(parents),
      ...parts.parameters,
      ...seen.parameters,
      limit + 1,
    ]);
    const found = new Map<string, string[]>();
    const texts = new Map<string, string | null>();
    for (const row of rows) {
      const parent = String(row['parent']);
      const id = String(row['id']);
      const ids = found.get(parent);
      if (ids === undefined) found.set(parent, [id]);
      else ids.push(id);
      if ((ids?.length ?? 1) <= limit) texts.set(id, typeof row['doc'] === 'string' ? row['doc'] : null);
    }
    const byParent = new Map(
      [...found].map(([parent, ids]) => [
        parent,
        { ids: ids.slice(0, limit), hasNextPage: ids.length > limit },
      ]),
    );
    return { byParent, texts };
  }

  const relations = relationsAt(target.fields, field.on);
  return { field, collection: field.collection, relations, read };
}

function targetOf(field: JoinField, scope: QueryScope): CollectionDescriptor {
  const target = scope.collections.get(field.collection);
  if (target !== undefined) return target;
  throw new Error(`The join ${field.path} names the unknown collection ${field.collection}.`);
}

interface JoinParts {
  readonly conditions: string;
  readonly parameters: readonly Parameter[];
  readonly sort: readonly SortTerm[];
}

/** What every reader's statement has in common. The config's own filter may use every field, hidden ones too. */
function joinParts(
  field: JoinField,
  owner: string,
  target: CollectionDescriptor,
  scope: QueryScope,
): JoinParts {
  const where = field.where === undefined ? null : parseWhere(target, field.where, scope);
  const filter = where === null ? null : compileWhere(where, 'r0');
  const condition = pointsToParent(field, owner, target);
  return {
    conditions: filter === null ? condition : `${condition} AND (${filter.sql})`,
    parameters: filter?.parameters ?? [],
    sort: parseSort(target, field.sort),
  };
}

function joinSql(target: CollectionDescriptor, { conditions, sort }: JoinParts): string {
  const table = quoteName(target.table);
  const first = `SELECT r0.rowid FROM ${table} r0 WHERE ${conditions} ORDER BY ${compileOrder(sort, 'r0')} LIMIT ?`;
  return (
    `SELECT k."value" AS "parent", d."id" AS "id", d."_doc" AS "doc" ` +
    `FROM json_each(?) k CROSS JOIN ${table} d ON d.rowid IN (${first}) ` +
    `ORDER BY k."key", ${compileOrder(sort, 'd')}`
  );
}

/** The condition that a document `r0` of the target collection points to the parent `k`. */
function pointsToParent(field: JoinField, owner: string, target: CollectionDescriptor): string {
  const on = findRelation(target.fields, field.on);
  if (on?.column !== undefined) {
    const id = `r0.${quoteName(on.column)} = k."value"`;
    return on.collectionColumn === undefined
      ? id
      : `${id} AND r0.${quoteName(on.collectionColumn)} = ${literal(owner)}`;
  }
  if (on?.table !== undefined) {
    const collection = on.polymorphic ? ` AND e."collection" = ${literal(owner)}` : '';
    return `r0."id" IN (SELECT e."parent" FROM ${quoteName(on.table)} e WHERE e."target" = k."value"${collection})`;
  }
  const sites = sitesOf(createReferencePlan(target.fields), field.on);
  if (sites.length === 0)
    throw new Error(`The join ${field.path} names ${field.on}, which is no relation of ${target.slug}.`);
  return (
    `r0."id" IN (SELECT e."parent" FROM ${quoteName(referencesTable(target))} e ` +
    `WHERE e."target" = k."value" AND e."collection" = ${literal(owner)} AND e."path" IN (${sites.map(literal).join(', ')}))`
  );
}

function findRelation(fields: readonly FieldDescriptor[], path: string): RelationshipField | undefined {
  for (const field of fields) {
    if (field.type === 'relationship' && field.path === path) return field;
    const inside = field.type === 'group' ? findRelation(field.fields, path) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Every relation at this path, rows included. */
function relationsAt(fields: readonly FieldDescriptor[], path: string): readonly RelationshipField[] {
  return fields.flatMap((field): readonly RelationshipField[] => {
    if (field.type === 'relationship') return field.path === path ? [field] : [];
    if (field.type === 'group' || field.type === 'array') return relationsAt(field.fields, path);
    return field.type === 'blocks' ? field.blocks.flatMap((block) => relationsAt(block.fields, path)) : [];
  });
}

/** The places of the relations at this path inside rows: in `blocks` several blocks may have one. */
function sitesOf(plan: ReferencePlan, path: string): readonly string[] {
  return plan.flatMap((node): readonly string[] => {
    if (node.kind === 'relation') return node.field.path === path ? [node.site] : [];
    return node.kind === 'blocks'
      ? [...node.blocks.values()].flatMap((nodes) => sitesOf(nodes, path))
      : sitesOf(node.nodes, path);
  });
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
