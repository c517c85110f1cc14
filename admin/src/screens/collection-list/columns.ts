import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isRelation } from '../../documents/reference.js';
import { fieldTypeOf } from '../../fields/types/index.js';
import { pictureField } from '../../files/picture-field.js';
import { fileSelect } from '../../files/stored-file.js';
import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

/** A field that a list can show, filter or sort by, including those that every document has. */
export type ListField = AdminFieldMeta;

type ListTexts = Translated<typeof en>;

const textOperators = ['equals', 'not_equals', 'in', 'not_in', 'contains', 'not_contains'];
const choiceOperators = ['equals', 'not_equals', 'in', 'not_in'];
const dateOperators = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'within'];

/**
 * Every field of a collection that a list can show. Groups are flattened; the fields of every document come
 * last.
 */
export function listFields(meta: AdminCollectionMeta, t: ListTexts): readonly ListField[] {
  return [...fieldsIn(meta.fields, ''), ...documentFields(meta, t)];
}

function fieldsIn(fields: readonly AdminFieldMeta[], prefix: string): readonly ListField[] {
  return fields.flatMap((field) => {
    if (field.hidden) return [];
    const label = prefix === '' ? field.label : `${prefix} › ${field.label}`;
    if (field.type === 'group') return fieldsIn(field.fields ?? [], label);
    return fieldTypeOf(field).Cell === null ? [] : [{ ...field, label }];
  });
}

function documentFields({ drafts, readDrafts }: AdminCollectionMeta, t: ListTexts): readonly ListField[] {
  const field = { canUpdate: false, sortable: true };
  return [
    ...(drafts && readDrafts
      ? [
          {
            ...field,
            name: '_status',
            path: '_status',
            type: 'select' as const,
            label: t.status,
            options: [
              { value: 'draft', label: t.draft },
              { value: 'published', label: t.published },
            ],
            operators: choiceOperators,
            sortable: false,
          },
          {
            ...field,
            name: '_pending',
            path: '_pending',
            type: 'boolean' as const,
            label: t.changed,
            operators: ['equals', 'not_equals'],
            sortable: false,
          },
        ]
      : []),
    {
      ...field,
      name: 'createdAt',
      path: 'createdAt',
      type: 'date',
      time: true,
      label: t.createdAt,
      operators: dateOperators,
    },
    {
      ...field,
      name: 'updatedAt',
      path: 'updatedAt',
      type: 'date',
      time: true,
      label: t.updatedAt,
      operators: dateOperators,
    },
    { ...field, name: 'id', path: 'id', type: 'text', label: t.id, operators: textOperators },
  ];
}

/** The columns of a list, the title first: the chosen ones, else those of the config. */
export function columnsOf(
  meta: AdminCollectionMeta,
  fields: readonly ListField[],
  chosen: readonly string[] | null,
): readonly ListField[] {
  const wanted = new Set([meta.useAsTitle, ...(chosen ?? meta.defaultColumns)]);
  return [...wanted].flatMap((path) => fields.find((field) => field.path === path) ?? []);
}

interface Shown {
  readonly targetOf: (slug: string) => AdminCollectionMeta | undefined;
  /** Whether words are searched. */
  readonly isSearched: boolean;
  /** The field with the picture of each document. */
  readonly picture: AdminFieldMeta | undefined;
}

/** The value of `select` that the columns need; of relations only the titles and pictures. */
export function selectOf(
  columns: readonly ListField[],
  { drafts, upload, fields, search = [] }: AdminCollectionMeta,
  { targetOf, isSearched, picture }: Shown,
): string {
  const paths = columns.flatMap(({ path, type, to, polymorphic }) => {
    if (path === 'id') return [];
    const target = isRelation({ type }) && !polymorphic ? targetOf(to?.[0] ?? '') : undefined;
    if (target === undefined) return [path];
    const shown = target.upload === undefined ? [pictureField(target)?.name] : fileSelect(target.fields);
    return [...new Set([target.useAsTitle, ...shown])].flatMap((name) => (name ? [`${path}.${name}`] : []));
  });
  const ofPicture = fileSelect(targetOf(picture?.to?.[0] ?? '')?.fields ?? []);
  const pictured = ofPicture.map((name) => `${picture?.path}.${name}`);
  const ofFile = upload === undefined ? [] : fileSelect(fields);
  // What was found is shown as far as it is selected.
  const found = isSearched ? search : [];
  return [
    ...new Set([
      ...paths,
      ...found,
      ...ofFile,
      ...pictured,
      '_revision',
      'updatedAt',
      ...(drafts ? ['_status', '_pending'] : []),
    ]),
  ].join(',');
}

/** The paths that a search covers: the title, and other columns of text. */
export function searchedPaths(meta: AdminCollectionMeta, columns: readonly ListField[]): readonly string[] {
  const isText = (field: ListField): boolean =>
    !field.hasMany && field.operators.includes('contains') && fieldTypeOf(field).isText;
  const paths = columns.filter((column) => isText(column) && column.path !== 'id').map(({ path }) => path);
  const title = meta.useAsTitle;
  return [...new Set(paths)].sort((a, b) => Number(b === title) - Number(a === title));
}
