import { queryOptions } from '@tanstack/react-query';
import type { AdminCollectionMeta, AdminWidgetMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import type { Value } from '../../../api/documents.js';

/** A group, with the value of each metric in their order. */
export interface WidgetGroup {
  readonly key: Value;
  readonly values: readonly (number | string | null)[];
}

interface Answer {
  readonly groups: readonly (Readonly<Record<string, number | string | null>> & {
    readonly key: Readonly<Record<string, Value>>;
  })[];
  readonly hasMore: boolean;
}

export interface WidgetNumbers {
  readonly groups: readonly WidgetGroup[];
  readonly hasMore: boolean;
}

/** Counts the documents of a widget. Groups of dates are the newest ones, in the order of time. */
export function widgetQuery(api: Api, widget: AdminWidgetMeta, meta: AdminCollectionMeta) {
  const { groupBy, metrics, limit } = widget;
  const { field, by } = groupBy;
  const nameOf = (index: number): string => `metric${index}`;
  return queryOptions({
    // As everything of the collection, it is read again after a change.
    queryKey: ['collection', meta.slug, 'widget', widget],
    queryFn: async ({ signal }): Promise<WidgetNumbers> => {
      const body = {
        groupBy: [by === undefined ? field : groupBy],
        metrics: Object.fromEntries(
          metrics.map(({ operation, field: path = '' }, index) => [
            nameOf(index),
            operation === 'count' ? operation : { [operation]: path },
          ]),
        ),
        sort: by === undefined ? `${nameOf(0)}_desc` : `${field}_desc`,
        limit,
        ...(meta.drafts && meta.readDrafts && { draft: true }),
      };
      const { groups, hasMore } = await api.call<Answer>('POST', `${meta.slug}/aggregate`, body, { signal });
      const read = groups.map((group) => ({
        key: group.key[field] ?? null,
        values: metrics.map((_metric, index) => group[nameOf(index)] ?? null),
      }));
      return { groups: by === undefined ? read : read.toReversed(), hasMore };
    },
  });
}
