import type {
  AdminBlockMeta,
  AdminCollectionMeta,
  AdminFieldMeta,
  AdminGlobalMeta,
  AdminMeta,
  AdminTranslations,
  AdminUploadMeta,
} from '../../runtime/codegen/admin-meta.js';
import type { FieldDescriptor, UploadDescriptor } from '../../runtime/codegen/descriptors.js';
import { isSortable, operatorsOf } from '../../runtime/codegen/operators.js';
import { isRelation } from '../../runtime/fields/relation.js';
import { isWritable } from '../../runtime/fields/writable.js';
import { expandTypes } from '../../runtime/util/media-types.js';
import type { EmittedFile, Ir, IrBlock, IrCollection, IrField, IrGlobal, IrShown } from '../ir/ir.js';
import { printJson } from './openapi/print-json.js';

/**
 * `admin.json`: what the dashboard needs to know, for a requester who may do everything; and `brand.json`,
 * the project's own files that it shows, as data like everything generated. Neither is emitted if the
 * dashboard is off.
 */
export function emitAdmin(ir: Ir): readonly EmittedFile[] {
  const { branding } = ir;
  if (branding === null) return [];
  const meta: AdminMeta = {
    name: ir.contract.name,
    branding,
    auth: null,
    collections: ir.collections.map(collectionMeta),
    globals: ir.globals.map(globalMeta),
    ...(ir.overview.length > 0 && { overview: ir.overview }),
    ...(ir.routes && {
      routes: ir.routes.map(({ descriptor, summary }) => ({
        id: descriptor.id,
        label: summary,
        can: true as const,
      })),
    }),
  };
  const hasFiles = Object.keys(ir.brandFiles).length > 0;
  return [
    { path: 'admin.json', content: printJson(meta) },
    ...(hasFiles ? [{ path: 'brand.json', content: printJson(ir.brandFiles) }] : []),
  ];
}

function collectionMeta(collection: IrCollection): AdminCollectionMeta {
  const { descriptor, label, pluralLabel, admin } = collection;
  return {
    kind: 'collection',
    slug: descriptor.slug,
    labels: { singular: label, plural: pluralLabel },
    ...shared(collection),
    useAsTitle: titleOf(collection),
    defaultColumns: admin.defaultColumns ?? columnsOf(collection),
    defaultSort: descriptor.defaultSort,
    ...(descriptor.upload && { upload: uploadMeta(descriptor.upload) }),
    ...(descriptor.foldersOf !== undefined && { foldersOf: descriptor.foldersOf }),
    ...(admin.preview && { preview: true }),
    ...(descriptor.trash && { trash: { days: descriptor.trash.days } }),
    ...(descriptor.search && { search: searchedPaths(collection) }),
    can: { read: true, create: true, update: true, delete: true, ...(descriptor.trash && { purge: true }) },
    ...shownMeta(collection),
    fields: fieldMetas(collection.fields, descriptor.builtIn === 'users' ? givenOnce : none),
  };
}

/** Of a path into rows, the field that holds them: it can be selected. */
function searchedPaths({ fields, descriptor }: IrCollection): readonly string[] {
  const leaves = leafPaths(fields);
  const holding = (path: string): string =>
    leaves.find((leaf) => path === leaf || path.startsWith(`${leaf}.`)) ?? path;
  return [...new Set(descriptor.search?.fields.map(({ path }) => holding(path)))];
}

function leafPaths(fields: readonly IrField[]): readonly string[] {
  return fields.flatMap(({ descriptor, fields: inner = [] }) =>
    descriptor.type === 'group' ? leafPaths(inner) : [descriptor.path],
  );
}

function uploadMeta({ mimeTypes, maxBytes, images, folders }: UploadDescriptor): AdminUploadMeta {
  const covers = (images?.sizes ?? []).flatMap(({ name, width, height, fit }) =>
    fit === 'cover' && width !== undefined && height !== undefined ? [{ name, width, height }] : [],
  );
  return {
    mimeTypes: expandTypes(mimeTypes),
    maxBytes,
    ...(covers.length > 0 && { covers }),
    ...(images?.needsAlt && { needsAlt: true }),
    ...(folders !== undefined && { folders }),
  };
}

function globalMeta(global: IrGlobal): AdminGlobalMeta {
  return {
    kind: 'global',
    slug: global.descriptor.slug,
    label: global.label,
    ...shared(global),
    can: { read: true, update: true },
    ...shownMeta(global),
    fields: fieldMetas(global.fields, none),
  };
}

function shared({
  descriptor,
  description,
  admin: { group, icon, autosave },
}: IrCollection | IrGlobal): Pick<
  AdminGlobalMeta,
  'description' | 'group' | 'icon' | 'drafts' | 'versions' | 'readDrafts' | 'autosave'
> {
  return {
    ...(description !== null && { description }),
    ...(group !== null && { group }),
    ...(icon !== null && { icon }),
    drafts: descriptor.drafts,
    versions: descriptor.versions !== undefined,
    readDrafts: descriptor.drafts,
    ...(autosave !== null && { autosave }),
  };
}

/** Of users: fields that `PATCH /api/users/:id` never changes (docs/spec/auth.md#endpoints). */
const givenOnce: ReadonlySet<string> = new Set(['email', 'emailVerified']);
const none: ReadonlySet<string> = new Set();

/** The default title: people look for a title or a name before they look for an id; a file has a name. */
function titleOf({ admin, descriptor, fields }: IrCollection): string {
  if (admin.useAsTitle !== null) return admin.useAsTitle;
  if (descriptor.builtIn === 'users') return 'email';
  const texts = fields.filter(({ descriptor: field }) => field.type === 'text' && isSortable(field));
  const named = ['title', 'name'].find((name) => texts.some((field) => field.descriptor.name === name));
  return named ?? (descriptor.upload === undefined ? 'id' : 'filename');
}

/** Max number of columns of a list by default. */
const maxColumns = 4;

function columnsOf(collection: IrCollection): readonly string[] {
  const title = titleOf(collection);
  const hasFiles = collection.descriptor.upload !== undefined;
  const fields = collection.fields
    .filter(
      ({ admin, descriptor }) =>
        !admin.hidden &&
        isShort(descriptor) &&
        descriptor.name !== title &&
        !(hasFiles && technical.has(descriptor.path)),
    )
    .map(({ descriptor }) => descriptor.path);
  const shown = fields.slice(0, title === 'id' ? maxColumns : maxColumns - 1);
  const state = [...(collection.descriptor.drafts ? ['_status'] : []), 'updatedAt'];
  return [...(title === 'id' ? [] : [title]), ...state, ...shown];
}

/** What a file has for machines, and its folder, by which lists are filtered. */
const technical: ReadonlySet<string> = new Set([
  ...['checksum', 'url', 'thumbhash', 'focalX', 'focalY'],
  'folder',
]);

/** Whether a value fits a cell of a table. */
function isShort(field: FieldDescriptor): boolean {
  return isSortable(field) ? field.type !== 'textarea' : isRelation(field);
}

function fieldMetas(fields: readonly IrField[], fixed: ReadonlySet<string>): readonly AdminFieldMeta[] {
  return fields.map((field) => fieldMeta(field, fixed.has(field.descriptor.name)));
}

function fieldMeta(field: IrField, isFixed: boolean): AdminFieldMeta {
  const { descriptor, label, description, admin } = field;
  const { name, path, type, default: constant } = descriptor;
  return {
    name,
    path,
    type,
    label,
    ...(description !== null && { description }),
    ...(admin.placeholder !== null && { placeholder: admin.placeholder }),
    ...(admin.hidden && { hidden: true }),
    ...((admin.readOnly || descriptor.readOnly || descriptor.virtual) && { readOnly: true }),
    ...(admin.widget !== null && { widget: admin.widget }),
    ...(admin.part !== null && { part: admin.part }),
    ...(admin.width !== null && { width: admin.width }),
    ...(admin.isBeside && { position: 'sidebar' }),
    ...(admin.condition !== null && { condition: admin.condition }),
    ...admin.rowLabel,
    ...shownMeta(field),
    ...rulesOf(descriptor),
    operators: operatorsOf(descriptor),
    sortable: isSortable(descriptor),
    ...(constant !== undefined && { default: constant }),
    canUpdate: !isFixed && isWritable(descriptor),
    ...insideOf(field),
  };
}

/** Rules with the same name in the config, in descriptors, and here. */
const ruleNames = [
  ...['required', 'unique', 'hasMany', 'integer', 'min', 'max', 'minLength', 'maxLength', 'pattern'],
  ...['minRows', 'maxRows', 'time', 'from', 'to', 'polymorphic', 'collection', 'on', 'blocksField'],
] as const;

type Rules = Partial<AdminFieldMeta>;

function rulesOf(descriptor: FieldDescriptor): Rules {
  const given = new Map(Object.entries(descriptor));
  return Object.fromEntries(ruleNames.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])));
}

function insideOf({
  descriptor,
  fields,
  blocks,
  optionLabels,
  optionTranslations,
}: IrField): Pick<AdminFieldMeta, 'options' | 'fields' | 'blocks'> {
  return {
    ...('options' in descriptor && {
      options: descriptor.options.map((value) => ({
        label: optionLabels[value] ?? value,
        value,
        ...translated(Object.hasOwn(optionTranslations, value) ? (optionTranslations[value] ?? null) : null),
      })),
    }),
    ...('mimeTypes' in descriptor &&
      descriptor.mimeTypes !== undefined && { mimeTypes: expandTypes(descriptor.mimeTypes) }),
    ...('fields' in descriptor && { fields: fieldMetas(fields, none) }),
    ...('blocks' in descriptor && { blocks: blocks.map(blockMeta) }),
  };
}

function blockMeta(block: IrBlock): AdminBlockMeta {
  const { descriptor, label, description, icon, fields, rowLabel } = block;
  return {
    slug: descriptor.slug,
    label,
    ...(description !== null && { description }),
    ...(icon !== null && { icon }),
    ...rowLabel,
    ...shownMeta(block),
    fields: fieldMetas(fields, none),
  };
}

function shownMeta({ layout, translations }: IrShown): Pick<AdminFieldMeta, 'layout' | 'translations'> {
  return { ...(layout.length > 0 && { layout }), ...translated(translations) };
}

function translated(translations: AdminTranslations | null): Pick<AdminFieldMeta, 'translations'> {
  return translations === null ? {} : { translations };
}
