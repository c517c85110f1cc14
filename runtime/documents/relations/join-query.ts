import type {
  CollectionDescriptor,
  FieldDescriptor,
  JoinField,
  RelationshipField,
} from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { isRelation } from '../../fields/relation.js';
import { changedSql } from '../../query/compile/changed.js';
import { andCondition } from '../../query/compile/condition.js';
import { columnOf, compileOrder, orderBy } from '../../query/compile/order.js';
import { workOfJoin } from '../../query/effort/join-reading.js';
import type { HiddenFields } from '../../query/parse/hidden-fields.js';
import { visibleSort } from '../../query/parse/list-query.js';
import { parseSort } from '../../query/parse/sort.js';
import { parseWhere } from '../../query/parse/where.js';
import type { SortTerm, WhereNode } from '../../query/plan.js';
import type { QueryScope } from '../../query/scope.js';
import type { Parameter } from '../../query/sql/parameter.js';
import { quoteIdentifier, quoteLiteral } from '../../query/sql/quote.js';
import type { SqlDialect } from '../../query/sql/sql-dialect.js';
import { both } from '../../query/visible.js';
import type { ClientSignal, ReadSource, Row } from '../../storage/driver.js';
import type { ReadTime } from '../../storage/read-time.js';
import { referencesTable } from '../../storage/schema/table-names.js';
import { draftedColumn } from '../drafts/pending-drafts.js';
import { changedText } from '../read/outgoing-document.js';
import { readRows } from '../read/read-statement.js';
import type { ReadView, SeenRows } from '../read/read-view.js';
import { createReferencePlan, type ReferencePlan } from './reference-plan.js';

/** The documents of another collection that refer to one document. */
export interface JoinedDocuments {
  readonly ids: readonly string[];
  readonly hasNextPage: boolean;
}

/** Reads a join for any number of documents. */
export interface JoinQuery {
  readonly field: JoinField;
  readonly collection: string;
  /** The relations that refer to the parents: one, or those of the same path in several blocks. */
  readonly relations: readonly RelationshipField[];
  /** The joined documents of every parent that has some, and their texts by id. */
  read(source: ReadSource, parents: readonly string[], reader: JoinReader): Promise<JoinResult>;
}

/** The reader of a join. */
export interface JoinReader {
  /** The view that is read, with the filter for visible documents. */
  readonly view: ReadView;
  readonly visible: WhereNode | null;
  readonly hidden: HiddenFields;
  readonly clientSignal: ClientSignal | undefined;
  readonly time: ReadTime;
}

export interface JoinResult {
  readonly byParent: ReadonlyMap<string, JoinedDocuments>;
  /** Null: the row has no text and must be rebuilt. */
  readonly texts: ReadonlyMap<string, string | null>;
}

/**
 * Prepares a join: one query for all parents, which for each of them reads the first documents in an index
 * and stops, however many there are.
 */
export function createJoinQuery(field: JoinField, owner: string, scope: QueryScope): JoinQuery {
  const target = targetOf(field, scope);
  const where =
    field.where === undefined ? null : parseWhere(field.where, { collection: target, scope, trusted: true });
  const sort = parseSort(field.sort, { collection: target });
  const limit = field.limit;
  const on = findRelation(target.fields, field.on);
  const joined = {
    target,
    points: pointsToParent(field, { owner, target }),
    pendingPoints: target.drafts ? pointsToParent(field, { owner, target: pendingDescriptor(target) }) : '',
  };

  async function read(
    source: ReadSource,
    parents: readonly string[],
    { view, visible, hidden, clientSignal, time }: JoinReader,
  ): Promise<JoinResult> {
    const order = hidden.size === 0 ? sort : visibleSort(field.sort, { collection: target, hidden, scope });
    const dialect = source.dialect.sql;
    const rows = await view.read(target, both(where, visible), async (seen, draftedSql) => {
      const statement = joinStatement({ ...joined, sort: order, dialect, draftedSql }, seen);
      const parameters = statement.parameters(JSON.stringify(parents), limit + 1);
      const work = workOfJoin(
        { field, column: on?.column, target, where: seen.where, sort: order },
        { dialect, sizeOf: source.longReads.sizeOf },
      );
      const answer = await readRows(
        source,
        { sql: statement.sql, parameters },
        { work, clientSignal, time, clock: null },
      );
      return { answer, row: answer[0] };
    });
    const found = new Map<string, string[]>();
    const texts = new Map<string, string | null>();
    for (const row of rows) {
      // A parent without joined documents has a row too, so that the statement can report whether there are
      // drafts.
      if (row['id'] === null) continue;
      const parent = String(row['parent']);
      const id = String(row['id']);
      const ids = found.get(parent);
      if (ids === undefined) found.set(parent, [id]);
      else ids.push(id);
      if ((ids?.length ?? 1) <= limit) texts.set(id, textOf(row));
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

function textOf({ doc, changed }: Row): string | null {
  if (typeof doc !== 'string') return null;
  return changed === undefined ? doc : changedText(doc, changed === 1);
}

interface Joined {
  readonly target: CollectionDescriptor;
  /** The condition that a document refers to the parent: for published rows, and for pending ones. */
  readonly points: string;
  readonly pendingPoints: string;
  readonly sort: readonly SortTerm[];
  readonly dialect: SqlDialect;
  readonly draftedSql: string | null;
}

interface JoinStatement {
  readonly sql: string;
  readonly parameters: (parents: string, limit: number) => readonly Parameter[];
}

function joinStatement(
  joined: Joined,
  { where, drafts, isMerged }: SeenRows<CollectionDescriptor>,
): JoinStatement {
  const { target, sort, points, pendingPoints, dialect, draftedSql } = joined;
  const drafted = draftedColumn(draftedSql);
  const published = joinedRows({ rows: target, points, where }, { sort, dialect });
  const unchanged = isMerged ? ', 0 AS "changed"' : '';
  if (drafts === null) {
    return {
      sql: `${published.select(`${unchanged}${drafted}`)} ORDER BY k."key", ${compileOrder(sort, 'd', dialect)}`,
      parameters: published.parameters,
    };
  }
  const pending = joinedRows(
    { rows: drafts.document, points: pendingPoints, where: drafts.where },
    { sort, dialect },
  );
  const keys = sort.map((term, at) => `, ${columnOf(term, 'd')} AS ${sortKey(at)}`).join('');
  const shared = `${drafted}, k."key" AS "at"${keys}`;
  const changed = `, ${changedSql('pending', 'd', dialect)} AS "changed"`;
  const selects = [published.select(`${unchanged}${shared}`), pending.select(`${changed}${shared}`)];
  return {
    sql: `${selects.join(' UNION ALL ')} ORDER BY "at", ${orderBy(sort, dialect, (_, at) => sortKey(at))}`,
    parameters: (parents, limit) => [
      ...published.parameters(parents, limit),
      ...pending.parameters(parents, limit),
    ],
  };
}

function sortKey(at: number): string {
  return `"s${at}"`;
}

interface JoinSource {
  /** The published rows of the target collection, or its pending ones. */
  readonly rows: CollectionDescriptor;
  readonly points: string;
  readonly where: WhereNode | null;
}

interface JoinedRows extends Pick<JoinStatement, 'parameters'> {
  /** Selects the rows, with more columns where requested. */
  readonly select: (more: string) => string;
}

/**
 * Finds the first rows of one table that refer to a parent; the config's own filter may use every field,
 * hidden ones too.
 */
function joinedRows(
  { rows, points, where }: JoinSource,
  { sort, dialect }: { readonly sort: readonly SortTerm[]; readonly dialect: SqlDialect },
): JoinedRows {
  const table = quoteIdentifier(rows.table);
  const condition = andCondition({ dialect, document: rows }, where);
  const order = compileOrder(sort, 'r0', dialect);
  const from = dialect.besideEach(
    dialect.listedTexts('k'),
    table,
    (columns) =>
      `SELECT ${columns} FROM ${table} r0 WHERE ${points}${condition.sql} ORDER BY ${order} LIMIT ${dialect.rowLimit}`,
  );
  return {
    select: (more) => `SELECT k."value" AS "parent", d."id" AS "id", d."_doc" AS "doc"${more} FROM ${from}`,
    parameters: (parents, limit) => [parents, ...condition.parameters, limit],
  };
}

/** The condition that a document `r0` of the target collection refers to the parent `k`. */
function pointsToParent(
  field: JoinField,
  { owner, target }: { readonly owner: string; readonly target: CollectionDescriptor },
): string {
  const on = findRelation(target.fields, field.on);
  if (on?.column !== undefined) {
    const id = `r0.${quoteIdentifier(on.column)} = k."value"`;
    return on.collectionColumn === undefined
      ? id
      : `${id} AND r0.${quoteIdentifier(on.collectionColumn)} = ${quoteLiteral(owner)}`;
  }
  if (on?.table !== undefined) {
    const collection = on.polymorphic ? ` AND e."collection" = ${quoteLiteral(owner)}` : '';
    return `r0."id" IN (SELECT e."parent" FROM ${quoteIdentifier(on.table)} e WHERE e."target" = k."value"${collection})`;
  }
  const sites = sitesOf(createReferencePlan(target.fields), field.on);
  if (sites.length === 0)
    throw new Error(`The join ${field.path} names ${field.on}, which is no relation of ${target.slug}.`);
  return (
    `r0."id" IN (SELECT e."parent" FROM ${quoteIdentifier(referencesTable(target))} e ` +
    `WHERE e."target" = k."value" AND e."collection" = ${quoteLiteral(owner)} AND e."path" IN (${sites.map(quoteLiteral).join(', ')}))`
  );
}

function findRelation(fields: readonly FieldDescriptor[], path: string): RelationshipField | undefined {
  for (const field of fields) {
    if (isRelation(field) && field.path === path) return field;
    const inside = field.type === 'group' ? findRelation(field.fields, path) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Every relation at this path, rows included. */
function relationsAt(fields: readonly FieldDescriptor[], path: string): readonly RelationshipField[] {
  return fields.flatMap((field): readonly RelationshipField[] => {
    if (isRelation(field)) return field.path === path ? [field] : [];
    if (field.type === 'group' || field.type === 'array') return relationsAt(field.fields, path);
    return field.type === 'blocks' ? field.blocks.flatMap((block) => relationsAt(block.fields, path)) : [];
  });
}

/** The positions of the relations at this path inside rows: in `blocks` several blocks may have one. */
function sitesOf(plan: ReferencePlan, path: string): readonly string[] {
  return plan.flatMap((node): readonly string[] => {
    if (node.kind === 'relation') return node.field.path === path ? [node.site] : [];
    return node.kind === 'blocks'
      ? [...node.blocks.values()].flatMap((nodes) => sitesOf(nodes, path))
      : sitesOf(node.nodes, path);
  });
}
