/** From checked filter nodes to a condition in SQL. */
import type { RelationshipField } from '../../codegen/descriptors.js';
import type {
  RelatedArm,
  RelatedNode,
  RowsArm,
  RowsNode,
  SettledNode,
  StatusNode,
  Target,
  WhereNode,
} from '../plan.js';
import { type Dialect, identifier, literal } from './dialect.js';
import { column, comparedColumn, testSql } from './operator-sql.js';
import { nextAlias, root, type Writing } from './statement.js';

/**
 * The condition of a filter on a row of its collection: `row` is the alias of a table, or the JSON of a row. Its text holds nothing but
 * placeholders and names of the schema. Set it in parentheses beside other conditions.
 */
export function whereSql(node: WhereNode, row: string, writing: Writing): string {
  switch (node.kind) {
    case 'and':
      return all(node.nodes.map((inner) => whereSql(inner, row, writing)));
    case 'or':
      return node.nodes.length === 0
        ? 'FALSE'
        : any(node.nodes.map((inner) => whereSql(inner, row, writing)));
    case 'condition':
      return all(node.tests.map((test) => testSql(test, node.target, row, writing)));
    case 'status':
      return statusSql(node, row, writing);
    case 'related':
      return relatedSql(node, row, writing);
    case 'rows':
      return rowsSql(node, row, writing);
    case 'settled':
      return settledSql(node, row, writing);
  }
}

/** A published row is published; that of a draft says whether anything is published beside it, and a version what it was. */
function statusSql({ rows, published, draft }: StatusNode, row: string, { dialect }: Writing): string {
  if (rows === 'published' || published === draft) return published ? always : 'FALSE';
  const isDraft =
    rows === 'version'
      ? `${dialect.jsonScalar(row, ['_status'], 'text')} = 'draft'`
      : dialect.isFalse(dialect.withoutIndex(`${row}."_live"`));
  return draft ? isDraft : `NOT (${isDraft})`;
}

function settledSql({ pending }: SettledNode, row: string, writing: Writing): string {
  const alias = nextAlias(writing);
  return `NOT EXISTS (SELECT 1 FROM ${identifier(pending)} ${alias} WHERE ${alias}."id" = ${row}."id")`;
}

/** What holds for every row. It has no placeholders, and can be left out beside other conditions. */
export const always = 'TRUE';

function all(conditions: readonly string[]): string {
  const asking = conditions.filter((condition) => condition !== always);
  return asking.length > 1 ? `(${asking.join(' AND ')})` : (asking[0] ?? always);
}

function any(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`;
}

// --- relations

function relatedSql(node: RelatedNode, row: string, writing: Writing): string {
  if (node.target.field.hasMany) return manyRelatedSql(node, row, writing);
  return node.holdsOnEmpty ? oneRelatedOrEmptySql(node, row, writing) : oneRelatedSql(node, row, writing);
}

interface ReferenceSql {
  readonly id: string;
  /** Null where the field has one target. */
  readonly collection: string | null;
}

/** A single reference: columns of a document, or values in the JSON of a row. */
function referenceSql(
  { field, keys }: Target & { readonly field: RelationshipField },
  row: string,
  writing: Writing,
): ReferenceSql {
  if (keys === null) {
    const { collectionColumn } = field;
    const collection = collectionColumn === undefined ? null : comparedColumn(row, collectionColumn, writing);
    return { id: comparedColumn(row, field.column, writing), collection };
  }
  const { dialect } = writing;
  if (!field.polymorphic) return { id: dialect.jsonScalar(row, keys, 'text'), collection: null };
  return {
    id: dialect.jsonScalar(row, [...keys, 'id'], 'text'),
    collection: dialect.jsonScalar(row, [...keys, 'collection'], 'text'),
  };
}

function oneRelatedSql(node: RelatedNode, row: string, writing: Writing): string {
  const { id, collection } = referenceSql(node.target, row, writing);
  return any(
    node.arms.flatMap((arm) => {
      const { collection: target, node: inner } = arm;
      if (inner === null) return [];
      const alias = nextAlias(writing);
      const condition = armSql(arm, alias, writing);
      const from = `FROM ${identifier(target.table)} ${alias} WHERE ${condition}`;
      const reference = meetsReference({ id, from, alias, isOne: findsOne(inner) }, writing);
      return [collection === null ? reference : `(${collection} = ${literal(target.slug)} AND ${reference})`];
    }),
  );
}

interface MeetingDocuments {
  /** The reference that is to name one of them. */
  readonly id: string;
  readonly from: string;
  readonly alias: string;
  /** Whether there is one at most. */
  readonly isOne: boolean;
}

function meetsReference({ id, from, alias, isOne }: MeetingDocuments, writing: Writing): string {
  // A single value lets an index on the relation give the order of the list, too.
  if (isOne) return `${id} = (SELECT ${alias}."id" ${from})`;
  // With IN an index on the relation leads from few related documents to the rows.
  return writing.inOrder === null
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

/** Looks the one document up: what it says, or true where there is none. */
function oneRelatedOrEmptySql(node: RelatedNode, row: string, writing: Writing): string {
  const { id, collection } = referenceSql(node.target, row, writing);
  if (collection === null) return foundOrEmptySql(node.arms, id, writing);
  const slugs = [...new Set(node.arms.map((arm) => arm.collection.slug))];
  const cases = slugs.map((slug) => {
    const arms = node.arms.filter((arm) => arm.collection.slug === slug);
    return `WHEN ${literal(slug)} THEN ${foundOrEmptySql(arms, id, writing)}`;
  });
  return `CASE ${collection} ${cases.join(' ')} ELSE TRUE END`;
}

/** In the merged view a collection has two arms, and a document is in one of them at most. */
function foundOrEmptySql(arms: readonly RelatedArm[], id: string, writing: Writing): string {
  const found = arms.flatMap(({ collection, node, visible }) => {
    if (node === null) return [];
    const alias = nextAlias(writing);
    const condition = whereSql(node, alias, writing);
    const seen = visible === undefined ? '' : ` AND ${whereSql(visible, alias, writing)}`;
    return [
      `(SELECT (${condition}) IS TRUE FROM ${identifier(collection.table)} ${alias} WHERE ${alias}."id" = ${id}${seen})`,
    ];
  });
  return found.length === 0 ? 'TRUE' : `coalesce(${found.join(', ')}, TRUE)`;
}

function manyRelatedSql(node: RelatedNode, row: string, writing: Writing): string {
  const { target, arms, holdsOnEmpty } = node;
  if (!holdsOnEmpty) {
    return any(
      arms.flatMap((arm) => (arm.node === null ? [] : [meetingRelatedSql(target, arm, row, writing)])),
    );
  }
  const meeting = arms.map((arm) => someRelatedSql(target, arm, row, writing));
  const none = arms.map((arm) => `NOT ${someRelatedSql(target, { ...arm, node: null }, row, writing)}`);
  return any([...meeting, all(none)]);
}

/** For conditions that few documents meet: an index leads from them to the rows. */
function meetingRelatedSql(
  target: RelatedNode['target'],
  arm: RelatedArm,
  row: string,
  writing: Writing,
): string {
  if (target.keys !== null || writing.inOrder !== null) return someRelatedSql(target, arm, row, writing);
  const { from, link, condition } = relatedList(target, arm, row, writing);
  return `${row}."id" IN (SELECT ${link}."parent" FROM ${from} WHERE ${condition})`;
}

/** Looks at the documents in the list of one row. */
function someRelatedSql(
  target: RelatedNode['target'],
  arm: RelatedArm,
  row: string,
  writing: Writing,
): string {
  const { from, link, condition } = relatedList(target, arm, row, writing);
  const own = target.keys === null ? `${link}."parent" = ${row}."id" AND ` : '';
  // Below the rows of the list there are few to look at, and one plan is enough.
  const once = row === root ? '' : writing.dialect.plannedOnce;
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${own}${condition}${once})`;
}

export interface RelatedList {
  readonly from: string;
  readonly link: string;
  readonly condition: string;
}

export function relatedList(
  target: RelatedNode['target'],
  arm: RelatedArm,
  row: string,
  writing: Writing,
): RelatedList {
  const { field, keys } = target;
  const { collection } = arm;
  const { dialect } = writing;
  const [link, alias] = [nextAlias(writing), nextAlias(writing)];
  const list =
    keys === null
      ? `${identifier(field.table ?? '')} ${link}`
      : dialect.jsonMembers(dialect.jsonPart(row, keys), link);
  const on = memberIs(target, { link, id: `${alias}."id"`, slug: literal(collection.slug) }, dialect);
  return {
    from: `${list} JOIN ${identifier(collection.table)} ${alias} ON ${on}`,
    link,
    condition: armSql(arm, alias, writing),
  };
}

/** What a related document must meet: the condition first, then that it may be read. */
export function armSql({ node, visible }: RelatedArm, alias: string, writing: Writing): string {
  const conditions = [
    ...(node === null ? [] : [whereSql(node, alias, writing)]),
    ...(visible === undefined ? [] : [whereSql(visible, alias, writing)]),
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
  dialect: Dialect,
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

function rowsSql(node: RowsNode, row: string, writing: Writing): string {
  const { field, keys } = node.target;
  const { dialect } = writing;
  const json = keys === null ? column(row, field.column) : dialect.jsonPart(row, keys);
  const alias = nextAlias(writing);
  const inner = any(
    node.arms.flatMap((arm) => rowsArmSql(arm, dialect.memberJson(alias), node.holdsOnEmpty, writing)),
  );
  const some = `EXISTS (SELECT 1 FROM ${dialect.jsonMembers(json, alias)} WHERE ${inner})`;
  return node.holdsOnEmpty ? `(${some} OR NOT (${dialect.hasRows(json)}))` : some;
}

function rowsArmSql(arm: RowsArm, row: string, holdsOnEmpty: boolean, writing: Writing): readonly string[] {
  const { blocks, node } = arm;
  if (node === null && !holdsOnEmpty) return [];
  const guard =
    blocks === null
      ? []
      : [`${writing.dialect.jsonScalar(row, ['blockType'], 'text')} IN (${blocks.map(literal).join(', ')})`];
  return [all([...guard, node === null ? always : whereSql(node, row, writing)])];
}
