import type { FieldDescriptor, RelationshipField } from '../../codegen/descriptors.js';
import { isRelation } from '../../fields/relation.js';
import type { Statement } from '../../query/compile/statement.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { SqlDialect } from '../../query/sql/sql-dialect.js';
import type { Connection } from '../../storage/driver.js';
import { referencesTable } from '../../storage/schema/table-names.js';
import type { FieldSlot } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import type { ReferencePlan } from './reference-plan.js';
import { textFieldsOf } from './text-references.js';

/** A field by which documents name others: a relation, or a rich text that shows files. */
export interface NamingField {
  readonly type: DocumentType;
  /** The field is that of pending drafts; the published document may lack the reference. */
  readonly isPending: boolean;
  readonly field: FieldDescriptor;
  /** In messages: `posts.author`. */
  readonly name: string;
  /** The rows that name a document. */
  readonly rows: NamingRows;
}

/** The table of a field's references. */
export interface NamingRows {
  readonly table: string;
  /** The column with the id of the document that refers. */
  readonly parent: 'id' | 'parent';
  /** The column with the id of the document that is referred to. */
  readonly target: string;
  /** Columns and the values that they have in these rows. */
  readonly fixed: readonly (readonly [column: string, value: string])[];
}

/** A field that can refer to documents of a collection, and has to follow their deletion. */
export interface Referrer extends NamingField {
  readonly field: RelationshipField;
  readonly inRows: boolean;
  /** The effect of deleting its target. */
  readonly onDelete: 'restrict' | 'clear' | 'cascade';
}

/** For every collection, the fields that can refer to it. */
export type ReferrerMap = ReadonlyMap<string, readonly Referrer[]>;

/** For every collection, the fields that can name its documents. */
export type NamingMap = ReadonlyMap<string, readonly NamingField[]>;

/** The statement that selects the ids of the documents that name any of some others by a field. */
export function namingStatement(
  { rows: { table, parent, target, fixed } }: Pick<NamingField, 'rows'>,
  ids: readonly string[],
  dialect: SqlDialect,
): Statement {
  const select = parent === 'id' ? '"id"' : 'DISTINCT "parent" AS "id"';
  const conditions = [
    dialect.isAmong(quoteIdentifier(target), 'text'),
    ...fixed.map(([column]) => `${quoteIdentifier(column)} = ?`),
  ];
  return {
    sql: `SELECT ${select} FROM ${quoteIdentifier(table)} WHERE ${conditions.join(' AND ')}`,
    parameters: [JSON.stringify(ids), ...fixed.map(([, value]) => value)],
  };
}

/**
 * Adds the rich texts of documents to the fields that refer to documents with files. A deletion does not
 * follow them: the text keeps the place of the file (docs/spec/uploads.md#drafts-versions-deletion).
 */
export function withTexts(
  referrers: ReferrerMap,
  types: readonly DocumentType[],
  files: readonly string[],
): NamingMap {
  const texts = types.flatMap((type) => viewsOf(type).flatMap((rows) => textsOf(type, rows)));
  if (texts.length === 0) return referrers;
  const map = new Map<string, readonly NamingField[]>(referrers);
  for (const slug of files)
    map.set(slug, [...(referrers.get(slug) ?? []), ...texts.map((naming) => naming(slug))]);
  return map;
}

function textsOf(type: DocumentType, rows: DocumentType): readonly ((target: string) => NamingField)[] {
  return textFieldsOf(type.texts).map(({ field, site }) => (target) => ({
    type,
    isPending: rows.model.isPending,
    field,
    name: `${type.model.name}.${site}`,
    rows: listedRows(rows, { site, target }),
  }));
}

function viewsOf(type: DocumentType): readonly DocumentType[] {
  return type.pending === null ? [type] : [type, type.pending];
}

/** Finds every field that can refer to a document, so that a deletion needs to check no other field. */
export function createReferrers(types: readonly DocumentType[]): ReferrerMap {
  const map = new Map<string, Referrer[]>();
  const note = (target: string, referrer: Referrer): void => {
    const list = map.get(target) ?? [];
    map.set(target, list);
    list.push(referrer);
  };
  for (const type of types) {
    for (const rows of viewsOf(type)) {
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
  const { sql, parameters } = namingStatement(referrer, ids, connection.dialect.sql);
  const rows = await connection.all(limit === undefined ? sql : `${sql} LIMIT ${limit}`, parameters);
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
    rows: inRows
      ? listedRows(rows, { site: source.site, target })
      : slotRows(rows, { field, slot: source.slot, target }),
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

function slotRows(
  type: DocumentType,
  {
    field,
    slot,
    target,
  }: { readonly field: RelationshipField; readonly slot: FieldSlot; readonly target: string },
): NamingRows {
  const [id = '', collection] =
    field.table === undefined ? slot.columns : ['target', field.polymorphic ? 'collection' : undefined];
  return {
    table: field.table ?? type.model.table,
    parent: field.table === undefined ? 'id' : 'parent',
    target: id,
    fixed: collection === undefined ? [] : [[collection, target]],
  };
}

function listedRows(
  type: DocumentType,
  { site, target }: { readonly site: string; readonly target: string },
): NamingRows {
  return {
    table: referencesTable(type.model.descriptor),
    parent: 'parent',
    target: 'target',
    fixed: [
      ['collection', target],
      ['path', site],
    ],
  };
}
