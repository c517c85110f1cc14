import type { AdminFieldMeta, AdminWidgetMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Value } from '../../../api/documents.js';
import { useMeta } from '../../../api/meta-context.js';
import { useTitles } from '../../../documents/use-titles.js';
import { useFormats } from '../../../i18n/formats.js';
import { useLanguage, useTexts } from '../../../i18n/language.js';
import { rangeOf } from './group-range.js';
import { widgetTexts } from './texts.js';
import type { WidgetGroup } from './widget-query.js';

type GroupedField = Pick<AdminFieldMeta, 'path' | 'type' | 'options' | 'to'>;

/** Returns what a group is called: the option, the title of a document, the part of a date. */
export function useGroupLabel(
  field: GroupedField,
  { by }: AdminWidgetMeta['groupBy'],
  groups: readonly WidgetGroup[],
): (key: Value) => string {
  const t = useTexts(widgetTexts);
  const { name: language } = useLanguage();
  const formats = useFormats();
  const titleOf = useGroupTitles(field, groups);
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return (key) => {
    if (key === null) return t.none;
    if (typeof key === 'boolean') return key ? t.yes : t.no;
    if (typeof key === 'number') return formats.number(key);
    const text = String(key);
    const range = by === undefined ? null : rangeOf(text, by);
    if (by !== undefined && range !== null) {
      const year = range.begin.getUTCFullYear();
      switch (by) {
        case 'year':
          return text;
        case 'quarter':
          return t.quarter(Number(text.slice(-1)), year);
        case 'month':
          return month.format(range.begin);
        case 'week':
          return t.week(Number(text.slice(-2)), Number(text.slice(0, 4)));
        case 'day':
          return formats.day(range.begin.toISOString());
        case 'hour':
          return hour.format(range.begin);
      }
    }
    if (field.path === '_status') return text === 'draft' ? t.draft : t.published;
    return field.options?.find(({ value }) => value === text)?.label ?? titleOf(text) ?? text;
  };
}

/** Reads the titles of the documents that a relation groups by, by id. */
function useGroupTitles(
  { type, to = [] }: GroupedField,
  groups: readonly WidgetGroup[],
): (id: string) => string | undefined {
  const { collections } = useMeta();
  const isRelation = type === 'relationship' || type === 'upload';
  const meta = isRelation ? collections.find(({ slug }) => slug === to[0]) : undefined;
  const ids = groups.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  const titleOf = useTitles(meta === undefined ? [] : [{ meta, ids }]);
  return (id) => (meta === undefined ? undefined : titleOf(meta.slug, id));
}
