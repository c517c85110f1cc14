/** Compiles checked filter nodes to a SQL condition. */

import type { RelationshipField } from '../../codegen/descriptors.js';
import { isHeavy } from '../cost.js';
import {
  type NoPendingDraftNode,
  type RelatedBranch,
  type RelatedNode,
  type RowsBranch,
  type RowsNode,
  referringAlias,
  type StatusNode,
  type Target,
  type UnreferencedNode,
  type WhereNode,
} from '../plan.js';
import { quoteIdentifier, quoteLiteral } from '../sql/quote.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { isChangedSql } from './changed.js';
import { column, comparedColumn, testSql } from './operator-sql.js';
import { searchSql } from './search.js';
import { behindList, nextAlias, root, type SqlContext, type SqlRow } from './statement.js';

/**
 * The condition of a filter on a row of its collection. `row` is the alias of a table, or the JSON of a row.
 * The text contains only placeholders and names of the schema. Put it in parentheses next to other
 * conditions.
 */
export function whereSql(node: WhereNode, at: SqlRow): string {
  const { row, context } = at;
  switch (node.kind) {
    case 'and':
      return all(node.nodes.map((inner) => whereSql(inner, at)));
    case 'or':
      return node.nodes.length === 0 ? 'FALSE' : any(node.nodes.map((inner) => whereSql(inner, at)));
    case 'condition':
      return all(node.tests.map((test) => testSql({ test, target: node.target }, at)));
    case 'status':
      return statusSql(node, row, context);
    case 'related':
      return relatedSql(node, at);
    case 'rows':
      return rowsSql(node, at);
    case 'no-pending-draft':
      return settledSql(node, at);
    case 'unreferenced':
      return unreferencedSql(node, at);
    case 'search':
      return searchSql(node, `${row}."id"`, context.dialect).sql;
  }
}

/**
 * A published row is published, and what is not published is not in it. The row of a draft has columns for
 * whether the document is published too and for the changed fields. A version has what `_status` was; nothing
 * is pending in it.
 */
function statusSql(node: StatusNode, row: string, { dialect }: SqlContext): string {
  const { rows, published, changed, draft } = node;
  if (rows === 'published' || (published === draft && (published === changed || rows === 'version'))) {
    return published ? always : 'FALSE';
  }
  if (published === draft) return changed ? isChangedSql(row, dialect) : `NOT ${isChangedSql(row, dialect)}`;
  const isDraft =
    rows === 'version'
      ? `${dialect.jsonScalar(row, ['_status'], 'text')} = 'draft'`
      : dialect.isFalse(dialect.withoutIndex(`${row}."_live"`));
  return draft ? isDraft : `NOT (${isDraft})`;
}

function settledSql({ pending }: NoPendingDraftNode, { row, context }: SqlRow): string {
  const alias = nextAlias(context);
  return `NOT EXISTS (SELECT 1 FROM ${quoteIdentifier(pending)} ${alias} WHERE ${alias}."id" = ${row}."id")`;
}

function unreferencedSql({ by }: UnreferencedNode, { row }: SqlRow): string {
  return all(
    by.map(
      ({ table, target, sql }) =>
        `NOT EXISTS (SELECT 1 FROM ${quoteIdentifier(table)} ${referringAlias} ` +
        `WHERE ${referringAlias}.${quoteIdentifier(target)} = ${row}."id"${sql})`,
    ),
  );
}

/** Holds for every row. It has no placeholders, and may be omitted next to other conditions. */
export const always = 'TRUE';

function all(conditions: readonly string[]): string {
  const asking = conditions.filter((condition) => condition !== always);
  return asking.length > 1 ? `(${asking.join(' AND ')})` : (asking[0] ?? always);
}

function any(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`;
}

// --- relations

function relatedSql(node: RelatedNode, at: SqlRow): string {
  if (node.target.field.hasMany) return manyRelatedSql(node, at);
  return node.holdsOnEmpty ? oneRelatedOrEmptySql(node, at) : oneRelatedSql(node, at);
}

interface ReferenceSql {
  readonly id: string;
  /** Null if the field has one target. */
  readonly collection: string | null;
}

/** A single reference: columns of a document, or values in the JSON of a row. */
function referenceSql(
  { field, keys }: Target & { readonly field: RelationshipField },
  { row, context }: SqlRow,
): ReferenceSql {
  if (keys === null) {
    const { collectionColumn } = field;
    const collection = collectionColumn === undefined ? null : comparedColumn(row, collectionColumn, context);
    return { id: comparedColumn(row, field.column, context), collection };
  }
  const { dialect } = context;
  if (!field.polymorphic) return { id: dialect.jsonScalar(row, keys, 'text'), collection: null };
  return {
    id: dialect.jsonScalar(row, [...keys, 'id'], 'text'),
    collection: dialect.jsonScalar(row, [...keys, 'collection'], 'text'),
  };
}

function oneRelatedSql(node: RelatedNode, at: SqlRow): string {
  const { context } = at;
  const { id, collection } = referenceSql(node.target, at);
  return any(
    node.branches.flatMap((branch) => {
      const { collection: target, node: inner } = branch;
      if (inner === null) return [];
      const alias = nextAlias(context);
      const condition = branchSql(branch, { row: alias, context });
      const from = `FROM ${quoteIdentifier(target.table)} ${alias} WHERE ${condition}`;
      const reference = meetsReference({ id, from, alias, isOne: findsOne(inner) }, context);
      return [
        collection === null ? reference : `(${collection} = ${quoteLiteral(target.slug)} AND ${reference})`,
      ];
    }),
  );
}

interface MeetingDocuments {
  /** The id in the reference, which must be one of theirs. */
  readonly id: string;
  readonly from: string;
  readonly alias: string;
  /** Whether there is at most one. */
  readonly isOne: boolean;
}

function meetsReference({ id, from, alias, isOne }: MeetingDocuments, context: SqlContext): string {
  // A single value also lets an index on the relation give the order of the list.
  if (isOne) return `${id} = (SELECT ${alias}."id" ${from})`;
  // With IN, an index on the relation finds the rows of a few related documents.
  return context.inOrder === null
    ? `${id} IN (SELECT ${alias}."id" ${from})`
    : `EXISTS (SELECT 1 ${from} AND ${alias}."id" = ${id})`;
}

export function findsOne(node: WhereNode): boolean {
  if (node.kind === 'and') return node.nodes.some(findsOne);
  if (node.kind !== 'condition' || node.target.keys !== null) return false;
  const { field } = node.target;
  const unique = ('unique' in field && field.unique === true) || ('column' in field && field.column === 'id');
  return unique && node.tests.some(({ operator }) => operator === 'equals');
}

/** Looks up the one document and returns its result, or true if there is none. */
function oneRelatedOrEmptySql(node: RelatedNode, at: SqlRow): string {
  const { context } = at;
  const { id, collection } = referenceSql(node.target, at);
  if (collection === null) return foundOrEmptySql(node.branches, id, context);
  const slugs = [...new Set(node.branches.map((branch) => branch.collection.slug))];
  const cases = slugs.map((slug) => {
    const branches = node.branches.filter((branch) => branch.collection.slug === slug);
    return `WHEN ${quoteLiteral(slug)} THEN ${foundOrEmptySql(branches, id, context)}`;
  });
  return `CASE ${collection} ${cases.join(' ')} ELSE TRUE END`;
}

/** In the merged view a collection has two branches, and a document is in at most one of them. */
function foundOrEmptySql(branches: readonly RelatedBranch[], id: string, context: SqlContext): string {
  const found = branches.flatMap(({ collection, node, visible }) => {
    if (node === null) return [];
    const alias = nextAlias(context);
    const condition = whereSql(node, { row: alias, context });
    const seen = visible === undefined ? '' : ` AND ${whereSql(visible, { row: alias, context })}`;
    return [
      `(SELECT (${condition}) IS TRUE FROM ${quoteIdentifier(collection.table)} ${alias} WHERE ${alias}."id" = ${id}${seen})`,
    ];
  });
  return found.length === 0 ? 'TRUE' : `coalesce(${found.join(', ')}, TRUE)`;
}

function manyRelatedSql(node: RelatedNode, at: SqlRow): string {
  const { context } = at;
  const { target, branches, holdsOnEmpty } = node;
  if (!holdsOnEmpty) {
    return any(
      branches.flatMap((branch) => (branch.node === null ? [] : [meetingRelatedSql({ target, branch }, at)])),
    );
  }
  if (isRequestedAsSet(target, context)) return notOfFailingSql(node, at);
  const meeting = branches.map((branch) => someRelatedSql({ target, branch }, at));
  const none = branches.map(
    (branch) => `NOT ${someRelatedSql({ target, branch: { ...branch, node: null } }, at)}`,
  );
  return any([...meeting, all(none)]);
}

/** After a list: the documents of a collection that meet a condition are computed once, for all rows. */
export function isRequestedAsSet({ keys }: Target, { lists }: Pick<SqlContext, 'lists'>): boolean {
  return keys === null && lists > 0;
}
/** A relation in a condition, and one of the collections that it leads to. */
interface Branching {
  readonly target: RelatedNode['target'];
  readonly branch: RelatedBranch;
}

/** For conditions that few documents meet: an index finds the rows from them. */
function meetingRelatedSql({ target, branch }: Branching, at: SqlRow): string {
  const { row, context } = at;
  const isWalked = target.keys !== null || (context.inOrder !== null && context.lists === 0);
  if (isWalked) return someRelatedSql({ target, branch }, at);
  const { from, link, condition } = relatedList({ target, branch }, at);
  return `${row}."id" IN (SELECT ${link}."parent" FROM ${from} WHERE ${condition})`;
}

/** Looks at the documents in the list of one row. */
function someRelatedSql({ target, branch }: Branching, at: SqlRow): string {
  const { row, context } = at;
  const { from, link, condition } = relatedList({ target, branch }, at);
  const own = target.keys === null ? `${link}."parent" = ${row}."id" AND ` : '';
  // Below the rows of the list there are few documents to look at, and one plan is enough.
  const once = row === root ? '' : context.dialect.plannedOnce;
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${own}${condition}${once})`;
}

/**
 * An anti-join: excludes rows whose lists have documents of which none meets the node. Includes rows with an
 * empty list.
 */
function notOfFailingSql({ target, branches }: RelatedNode, { row, context }: SqlRow): string {
  const listed = branches.map((branch) => {
    const [link, listedAlias] = [nextAlias(context), nextAlias(context)];
    const met =
      branch.node === null
        ? '1'
        : `CASE WHEN ${meetsBranch({ target, branch: { collection: branch.collection, node: branch.node } }, { link, context })} THEN 1 ELSE 0 END`;
    const { visible } = branch;
    const seen =
      visible === undefined
        ? always
        : behindList(context, () => whereSql(visible, { row: listedAlias, context }));
    const from = listSql(target, branch, { row, link, alias: listedAlias }, context);
    return `SELECT ${link}."parent" AS parent, ${met} AS met FROM ${from} WHERE ${seen}`;
  });
  const alias = nextAlias(context);
  const lists = `SELECT ${alias}.parent FROM (${listed.join(' UNION ALL ')}) ${alias}`;
  return `${row}."id" NOT IN (${lists} GROUP BY ${alias}.parent HAVING max(${alias}.met) = 0)`;
}

export interface RelatedList {
  readonly from: string;
  readonly link: string;
  readonly condition: string;
}

export function relatedList({ target, branch }: Branching, { row, context }: SqlRow): RelatedList {
  const { field, keys } = target;
  const link = nextAlias(context);
  const { dialect } = context;
  const isCostly = branch.node !== null && keys === null && isHeavy(branch.node);
  if (branch.node !== null && (isCostly || isRequestedAsSet(target, context))) {
    const meets = meetsBranch({ target, branch }, { link, context });
    return {
      from: `${quoteIdentifier(field.table ?? '')} ${link}`,
      link,
      condition: context.lists === 0 ? dialect.askedOnce(meets) : meets,
    };
  }
  const alias = nextAlias(context);
  return {
    from: listSql(target, branch, { row, link, alias }, context),
    link,
    condition: behindList(context, () => branchSql(branch, { row: alias, context })),
  };
}

interface ListAliases {
  /** The row that contains the list. */
  readonly row: string;
  readonly link: string;
  /** The documents in it. */
  readonly alias: string;
}

/** The members of a list, each with its document. */
function listSql(
  target: RelatedNode['target'],
  { collection }: RelatedBranch,
  { row, link, alias }: ListAliases,
  { dialect }: SqlContext,
): string {
  const list =
    target.keys === null
      ? `${quoteIdentifier(target.field.table ?? '')} ${link}`
      : dialect.jsonMembers(dialect.jsonPart(row, target.keys), link);
  const on = memberIs(target, { link, id: `${alias}."id"`, slug: quoteLiteral(collection.slug) }, dialect);
  return `${list} JOIN ${quoteIdentifier(collection.table)} ${alias} ON ${on}`;
}

/** The member is one of the documents that meet a branch; each branch is evaluated once. */
function meetsBranch(
  { target, branch }: Branching,
  { link, context }: { readonly link: string; readonly context: SqlContext },
): string {
  const alias = nextAlias(context);
  const condition = behindList(context, () => branchSql(branch, { row: alias, context }));
  const ids = `SELECT ${alias}."id" FROM ${quoteIdentifier(branch.collection.table)} ${alias} WHERE ${condition}`;
  const isAmong = `${link}."target" IN (${ids})`;
  return target.field.polymorphic
    ? `(${link}."collection" = ${quoteLiteral(branch.collection.slug)} AND ${isAmong})`
    : isAmong;
}

/** The conditions on a related document: first the filter, then that it is readable. */
export function branchSql({ node, visible }: RelatedBranch, { row: alias, context }: SqlRow): string {
  const conditions = [
    ...(node === null ? [] : [whereSql(node, { row: alias, context })]),
    ...(visible === undefined ? [] : [whereSql(visible, { row: alias, context })]),
  ];
  return all(conditions);
}

interface Membership {
  readonly link: string;
  readonly id: string;
  readonly slug: string;
}

function memberIs(
  { field, keys }: RelatedNode['target'],
  { link, id, slug }: Membership,
  dialect: SqlDialect,
): string {
  if (keys === null) {
    const same = `${link}."target" = ${id}`;
    return field.polymorphic ? `${same} AND ${link}."collection" = ${slug}` : same;
  }
  if (!field.polymorphic) return `${dialect.memberOf(link, 'text')} = ${id}`;
  const member = dialect.memberJson(link);
  return `${dialect.jsonScalar(member, ['id'], 'text')} = ${id} AND ${dialect.jsonScalar(member, ['collection'], 'text')} = ${slug}`;
}

// --- rows

function rowsSql(node: RowsNode, { row, context }: SqlRow): string {
  const { field, keys } = node.target;
  const { dialect } = context;
  const json = keys === null ? column(row, field.column) : dialect.jsonPart(row, keys);
  const alias = nextAlias(context);
  const inner = any(
    node.branches.flatMap((branch) =>
      rowsArmSql(branch, { row: dialect.memberJson(alias), holdsOnEmpty: node.holdsOnEmpty, context }),
    ),
  );
  const some = `EXISTS (SELECT 1 FROM ${dialect.jsonMembers(json, alias)} WHERE ${inner})`;
  return node.holdsOnEmpty ? `(${some} OR NOT (${dialect.hasRows(json)}))` : some;
}

function rowsArmSql(
  branch: RowsBranch,
  { row, holdsOnEmpty, context }: SqlRow & { readonly holdsOnEmpty: boolean },
): readonly string[] {
  const { blocks, node } = branch;
  if (node === null && !holdsOnEmpty) return [];
  const guard =
    blocks === null
      ? []
      : [
          `${context.dialect.jsonScalar(row, ['blockType'], 'text')} IN (${blocks.map(quoteLiteral).join(', ')})`,
        ];
  return [all([...guard, node === null ? always : whereSql(node, { row, context })])];
}
