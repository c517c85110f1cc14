import { useQuery } from '@tanstack/react-query';
import type { AdminFieldMeta, AdminWidgetMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import type { Value } from '../../../api/documents.js';
import { useMeta } from '../../../api/meta-context.js';
import { titleOf } from '../../../documents/listed-value.js';
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
  const titles = useTitles(field, groups);
  return (key) => {
    if (key === null) return t.none;
    if (typeof key === 'boolean') return key ? t.yes : t.no;
    if (typeof key === 'number') return formats.number(key);
    const text = String(key);
    const range = by === undefined ? null : rangeOf(text, by);
    if (by !== undefined && range !== null) {
      const year = range.begin.getUTCFullYear();
      const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
      const hour = new Intl.DateTimeFormat(language, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'UTC',
      });
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
    return field.options?.find(({ value }) => value === text)?.label ?? titles.get(text) ?? text;
  };
}

/** Titles of the documents that a relation groups by, by id. */
function useTitles(
  { type, to = [] }: GroupedField,
  groups: readonly WidgetGroup[],
): ReadonlyMap<string, string> {
  const api = useApi();
  const { collections } = useMeta();
  const isRelation = type === 'relationship' || type === 'upload';
  const target = isRelation ? collections.find(({ slug }) => slug === to[0]) : undefined;
  const ids = target === undefined ? [] : groups.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  const { data } = useQuery({
    queryKey: ['collection', target?.slug, 'titles', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      if (target === undefined) return none;
      const where = { id: { in: ids } };
      const select = target.useAsTitle;
      const { docs } = await api
        .collection(target)
        .find({ where, select, limit: ids.length, count: 'none' }, { signal });
      return new Map(docs.map((each) => [each.id, titleOf(each, target.useAsTitle) || each.id]));
    },
  });
  return data ?? none;
}

const none: ReadonlyMap<string, string> = new Map();
