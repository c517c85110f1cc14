import { fileFieldNames } from '../../codegen/describe-upload.js';
import type {
  CollectionDescriptor,
  ContractDescriptor,
  DocumentDescriptor,
  FieldDescriptor,
  GroupField,
  RelationshipField,
} from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { fieldColumns, type StoredField, storedFields } from '../../fields/columns.js';
import { fieldTypeOf, storedTypeOf } from '../../fields/index.js';
import { isRelation } from '../../fields/relation.js';
import { isStructured } from '../../fields/structured.js';
import { isStored } from '../../fields/writable.js';
import { fieldRules } from './field-rules.js';
import type {
  ColumnSchema,
  FieldSchema,
  ForeignKeySchema,
  IndexSchema,
  StorageSchema,
  TableSchema,
} from './storage-schema.js';
import { liveIndex, referencesTable, targetIndex, trashTable, versionsTable } from './table-names.js';

type Collections = ReadonlyMap<string, CollectionDescriptor>;

/** Returns the tables that a contract needs. Equal contracts give equal schemas. */
export function deriveSchema(contract: ContractDescriptor): StorageSchema {
  const collections: Collections = new Map(
    contract.collections.map((collection) => [collection.slug, collection]),
  );
  const owners: readonly DocumentDescriptor[] = [...contract.collections, ...contract.globals];
  return { version: 1, tables: owners.flatMap((owner) => tablesOf(owner, collections)) };
}

function tablesOf(owner: DocumentDescriptor, collections: Collections): readonly TableSchema[] {
  return [
    ...documentTables(owner, { collections, isPending: false }),
    ...(owner.drafts ? documentTables(pendingDescriptor(owner), { collections, isPending: true }) : []),
    ...(owner.versions === undefined ? [] : [versionsSchema(owner)]),
    ...(owner.kind === 'global' || owner.trash === undefined ? [] : [trashSchema(owner)]),
  ];
}

function documentTables(
  owner: DocumentDescriptor,
  { collections, isPending }: { readonly collections: Collections; readonly isPending: boolean },
): readonly TableSchema[] {
  const lists = storedFields(owner.fields).filter(isEntriesField);
  const tables = [
    isPending ? pendingTable(owner, collections) : documentsTable(owner, collections),
    ...lists.map((field) => entriesTable(owner, field, collections)),
  ];
  const texts = textsOf(owner.fields, '');
  return hasRelationInRows(owner.fields) || texts.length > 0
    ? [...tables, referencesSchema(owner, [...texts].sort())]
    : tables;
}

function documentsTable(owner: DocumentDescriptor, collections: Collections): TableSchema {
  const columns = storedFields(owner.fields).flatMap((field) => columnsOf(field, collections));
  const status: readonly FieldSchema[] = owner.drafts ? [{ path: '_status', kind: 'text', columns: [] }] : [];
  const fields = [...status, ...fieldSchemas(owner.fields, '', false)];
  return {
    name: owner.table,
    kind: 'documents',
    ...(owner.kind === 'collection' && owner.upload && { files: fileFieldNames(owner) }),
    owner: nameOf(owner),
    // The document's text is the last column: a filter on an earlier column need not read past it.
    columns: [
      { name: 'id', type: 'text', notNull: true },
      { name: 'createdAt', type: 'timestamp', notNull: true },
      { name: 'updatedAt', type: 'timestamp', notNull: true },
      { name: '_revision', type: 'integer', notNull: true },
      ...columns,
      { name: '_doc', type: 'text' },
    ],
    primaryKey: ['id'],
    indexes: owner.kind === 'collection' ? owner.indexes.map(indexSchema) : [],
    fields: fields.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/**
 * A pending draft is stored as the whole merged document, so that reads of the draft view filter and sort
 * like any others. `_fields` lists the top-level fields that differ from the published document; `_live` says
 * whether there is a published one.
 */
function pendingTable(owner: DocumentDescriptor, collections: Collections): TableSchema {
  const table = documentsTable(owner, collections);
  const head = table.columns.findIndex((column) => column.name === '_revision') + 1;
  return {
    ...table,
    pending: true,
    columns: [
      ...table.columns.slice(0, head),
      { name: '_live', type: 'boolean', notNull: true },
      { name: '_fields', type: 'json', notNull: true },
      ...table.columns.slice(head),
    ],
    // Without a filter, a list of the draft view has as many documents as are published plus those never
    // published.
    indexes:
      owner.kind === 'collection'
        ? [...table.indexes, { name: liveIndex(table.name), columns: ['_live'] }]
        : table.indexes,
  };
}

/** Snapshots are texts: a version outlives the fields it was made with. */
function versionsSchema(owner: DocumentDescriptor): TableSchema {
  const name = versionsTable(owner);
  return {
    name,
    kind: 'versions',
    owner: nameOf(owner),
    columns: [
      { name: 'id', type: 'text', notNull: true },
      { name: 'document', type: 'text', notNull: true },
      { name: 'createdAt', type: 'timestamp', notNull: true },
      { name: 'createdBy', type: 'text' },
      { name: 'status', type: 'text', notNull: true },
      { name: 'revision', type: 'integer', notNull: true },
      { name: 'snapshot', type: 'text', notNull: true },
    ],
    primaryKey: ['id'],
    indexes: [{ name: targetIndex(name), columns: ['document', 'revision', 'id'] }],
    fields: [],
  };
}

/** Documents are texts here, too: none of their values is indexed, and no unique value is taken. */
function trashSchema(owner: CollectionDescriptor): TableSchema {
  const name = trashTable(owner);
  return {
    name,
    kind: 'trash',
    owner: nameOf(owner),
    columns: [
      { name: 'id', type: 'text', notNull: true },
      { name: '_deletedAt', type: 'timestamp', notNull: true },
      { name: '_deletedBy', type: 'text' },
      { name: 'title', type: 'text' },
      { name: 'batch', type: 'text', notNull: true },
      { name: 'published', type: 'text' },
      { name: 'pending', type: 'text' },
      { name: 'fields', type: 'text' },
      { name: 'references', type: 'text' },
    ],
    primaryKey: ['id'],
    indexes: [
      { name: `${name}__deleted`, columns: ['_deletedAt', 'id'] },
      { name: `${name}__batch`, columns: ['batch', 'id'] },
    ],
    fields: [],
  };
}

function indexSchema(index: CollectionDescriptor['indexes'][number]): IndexSchema {
  const { name, columns } = index;
  return index.unique ? { name, columns, unique: true } : { name, columns };
}

function entriesTable(owner: DocumentDescriptor, field: EntriesField, collections: Collections): TableSchema {
  const target: ColumnSchema = withReference(
    { name: 'target', type: 'text', notNull: true },
    { field, collections, onDelete: 'cascade' },
  );
  const collection: ColumnSchema = { name: 'collection', type: 'text', notNull: true };
  return {
    name: field.table,
    kind: 'entries',
    owner: nameOf(owner),
    columns: [
      parentColumn(owner),
      { name: 'position', type: 'integer', notNull: true },
      ...(field.polymorphic ? [collection] : []),
      target,
    ],
    primaryKey: ['parent', 'position'],
    indexes: [
      {
        name: targetIndex(field.table),
        columns: field.polymorphic ? ['target', 'collection', 'parent'] : ['target', 'parent'],
      },
    ],
    fields: [],
  };
}

function referencesSchema(owner: DocumentDescriptor, texts: readonly string[]): TableSchema {
  const name = referencesTable(owner);
  return {
    name,
    kind: 'references',
    ...(texts.length > 0 && { texts }),
    owner: nameOf(owner),
    columns: [
      parentColumn(owner),
      { name: 'path', type: 'text', notNull: true },
      { name: 'collection', type: 'text', notNull: true },
      { name: 'target', type: 'text', notNull: true },
    ],
    primaryKey: ['parent', 'path', 'collection', 'target'],
    indexes: [{ name: targetIndex(owner.table), columns: ['target', 'collection', 'path', 'parent'] }],
    fields: [],
  };
}

function parentColumn(owner: DocumentDescriptor): ColumnSchema {
  return {
    name: 'parent',
    type: 'text',
    notNull: true,
    references: { table: owner.table, onDelete: 'cascade' },
  };
}

function columnsOf(field: StoredField, collections: Collections): readonly ColumnSchema[] {
  const columns = fieldTypeOf(field).columns(field);
  if (!isRelation(field) || field.collectionColumn !== undefined) return columns;
  return columns.map((column) =>
    withReference(column, { field, collections, onDelete: deletionAction(field) }),
  );
}

function deletionAction(field: RelationshipField): ForeignKeySchema['onDelete'] {
  if (field.onDelete === 'cascade') return 'cascade';
  // A deletion may not empty a required field, whatever `onDelete` says.
  return field.onDelete === 'restrict' || field.required ? 'no action' : 'set null';
}

/**
 * A foreign key is used when the target has no drafts. A document that was never published is in another
 * table, which a foreign key cannot reference; there the write transaction checks.
 */
function withReference(
  column: ColumnSchema,
  {
    field,
    collections,
    onDelete,
  }: {
    readonly field: RelationshipField;
    readonly collections: Collections;
    readonly onDelete: ForeignKeySchema['onDelete'];
  },
): ColumnSchema {
  const target = field.polymorphic ? undefined : collections.get(field.to[0] ?? '');
  if (target === undefined || target.drafts) return column;
  return { ...column, references: { table: target.table, onDelete } };
}

function fieldSchemas(
  fields: readonly FieldDescriptor[],
  prefix: string,
  inRows: boolean,
): readonly FieldSchema[] {
  return fields.flatMap((field) => {
    const path = `${prefix}${field.name}`;
    if (!isStored(field)) return [];
    if (field.type === 'group') return groupSchemas(field, path, inRows);
    const own = fieldSchema(field, path, inRows);
    if (field.type === 'array') return [own, ...fieldSchemas(field.fields, `${path}.`, true)];
    if (field.type !== 'blocks') return [own];
    return [
      own,
      ...field.blocks.flatMap((block): readonly FieldSchema[] => [
        { path: `${path}.${block.slug}`, kind: 'block', columns: [] },
        ...fieldSchemas(block.fields, `${path}.${block.slug}.`, true),
      ]),
    ];
  });
}

/** A group has an entry of its own only when it has no fields: it is in the document all the same. */
function groupSchemas(group: GroupField, path: string, inRows: boolean): readonly FieldSchema[] {
  const inside = fieldSchemas(group.fields, `${path}.`, inRows);
  return inside.length > 0 ? inside : [{ path, kind: 'group', columns: [] }];
}

function fieldSchema(field: StoredField, path: string, inRows: boolean): FieldSchema {
  const kind = storedTypeOf(field).storageKind(field);
  const rules = fieldRules(field);
  if (inRows) return { path, kind, columns: [], rules };
  if (isEntriesField(field)) return { path, kind, columns: [], table: field.table, rules };
  return { path, kind, columns: fieldColumns(field), rules };
}

type EntriesField = RelationshipField & { readonly table: string };

function isEntriesField(field: FieldDescriptor): field is EntriesField {
  return isRelation(field) && field.hasMany === true && field.table !== undefined;
}

function hasRelationInRows(fields: readonly FieldDescriptor[]): boolean {
  return storedFields(fields).some((field) => {
    if (field.type === 'array') return hasRelation(field.fields);
    return field.type === 'blocks' && field.blocks.some((block) => hasRelation(block.fields));
  });
}

function hasRelation(fields: readonly FieldDescriptor[]): boolean {
  return storedFields(fields).some((field) => isRelation(field)) || hasRelationInRows(fields);
}

/** The paths of the rich texts whose files are listed, with the slugs of blocks, as in a reference. */
function textsOf(fields: readonly FieldDescriptor[], prefix: string): readonly string[] {
  return fields.flatMap((field) => textsIn(field, `${prefix}${field.name}`));
}

function textsIn(field: FieldDescriptor, path: string): readonly string[] {
  if (field.type === 'richText') return field.showsFiles === true ? [path] : [];
  if (!isStructured(field)) return [];
  switch (field.type) {
    case 'group':
    case 'array':
      return textsOf(field.fields, `${path}.`);
    case 'blocks':
      return field.blocks.flatMap((block) => textsOf(block.fields, `${path}.${block.slug}.`));
    case 'relationship':
    case 'upload':
    case 'join':
      return [];
  }
}
