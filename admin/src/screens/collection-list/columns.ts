import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

/** What can be shown, filtered or sorted: a field, or one of those that every document has. */
export type ListField = AdminFieldMeta;

type ListTexts = Translated<typeof en>;

/** Types whose values say nothing in a line of a table. */
const unseen = new Set(['join', 'group']);

const textOperators = ['equals', 'not_equals', 'in', 'not_in', 'contains', 'not_contains'];
const choiceOperators = ['equals', 'not_equals', 'in', 'not_in'];
const dateOperators = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'within'];

/** Every field of a collection that a list can show, groups opened, and behind them what every document has. */
export function listFields(meta: AdminCollectionMeta, t: ListTexts): readonly ListField[] {
  return [...fieldsIn(meta.fields, ''), ...documentFields(meta, t)];
}

function fieldsIn(fields: readonly AdminFieldMeta[], prefix: string): readonly ListField[] {
  return fields.flatMap((field) => {
    if (field.hidden) return [];
    const label = prefix === '' ? field.label : `${prefix} › ${field.label}`;
    if (field.type === 'group') return fieldsIn(field.fields ?? [], label);
    return unseen.has(field.type) ? [] : [{ ...field, label }];
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

/** The columns of a list, the title first: those that were chosen, else those of the config. */
export function columnsOf(
  meta: AdminCollectionMeta,
  fields: readonly ListField[],
  chosen: readonly string[] | null,
): readonly ListField[] {
  const wanted = new Set([meta.useAsTitle, ...(chosen ?? meta.defaultColumns)]);
  return [...wanted].flatMap((path) => fields.find((field) => field.path === path) ?? []);
}

/** What `select` has to name so that the columns can be drawn: of relations only what names them. */
export function selectOf(
  columns: readonly ListField[],
  titleOf: (slug: string) => string | undefined,
  { drafts }: AdminCollectionMeta,
): string {
  const paths = columns.flatMap(({ path, type, to, polymorphic }) => {
    if (path === 'id') return [];
    const target = type === 'relationship' && !polymorphic ? titleOf(to?.[0] ?? '') : undefined;
    return [target === undefined ? path : `${path}.${target}`];
  });
  return [...new Set([...paths, '_revision', ...(drafts ? ['_status'] : [])])].join(',');
}

/** Columns that a search looks into: the title, and what else is text. */
export function searchedPaths(meta: AdminCollectionMeta, columns: readonly ListField[]): readonly string[] {
  const isText = ({ type, hasMany, operators }: ListField): boolean =>
    !hasMany && operators.includes('contains') && ['text', 'textarea', 'email', 'url', 'slug'].includes(type);
  const paths = columns.filter((column) => isText(column) && column.path !== 'id').map(({ path }) => path);
  const title = meta.useAsTitle;
  return [...new Set(paths)].sort((a, b) => Number(b === title) - Number(a === title));
}
