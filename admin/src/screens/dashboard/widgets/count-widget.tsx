import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { AdminCollectionMeta, AdminWidgetMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import type { Value } from '../../../api/documents.js';
import { useMeta } from '../../../api/meta-context.js';
import { documentIcon } from '../../../app/document-icon.js';
import { paths } from '../../../app/paths.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icon.js';
import { Link } from '../../../ui/link.js';
import { Skeleton } from '../../../ui/states.js';
import { groupWhere } from './group-where.js';
import { widgetTexts } from './texts.js';
import { useGroupLabel } from './use-group-label.js';
import { type WidgetField, widgetField } from './widget-field.js';
import { type WidgetGroup, type WidgetNumbers, widgetQuery } from './widget-query.js';
import './widgets.css';

export { widgetQuery };

/** The widgets of the config, as far as the user may read what they count. */
export function CountWidgets(): ReactNode {
  const { overview = [], collections } = useMeta();
  return (
    <div className="widgets">
      {overview.map((widget) => {
        const meta = collections.find(({ slug }) => slug === widget.collection);
        return meta && <CountWidget key={JSON.stringify(widget)} widget={widget} meta={meta} />;
      })}
    </div>
  );
}

interface CountWidgetProps {
  readonly widget: AdminWidgetMeta;
  readonly meta: AdminCollectionMeta;
}

function CountWidget({ widget, meta }: CountWidgetProps): ReactNode {
  const t = useTexts(widgetTexts);
  const api = useApi();
  const id = useId();
  const { data, error, refetch } = useQuery(widgetQuery(api, widget, meta));
  const field = widgetField(meta, widget.groupBy.field, t);
  return (
    <article className="panel widget" aria-labelledby={id}>
      <header className="widget-head">
        <Icon name={documentIcon(meta)} />
        <h2 id={id}>{widget.title ?? t.title(meta.labels.plural, field.label)}</h2>
      </header>
      {data !== undefined ? (
        <GroupTable {...{ widget, meta, field, data }} labelId={id} />
      ) : error !== null ? (
        <p className="widget-note" role="alert">
          {t.failed}{' '}
          <Button size="small" icon="refresh" onClick={() => void refetch()}>
            {t.retry}
          </Button>
        </p>
      ) : (
        <div className="widget-note" aria-hidden="true">
          <Skeleton width="100%" height={`${Math.min(widget.limit, 6) * 1.75}rem`} />
        </div>
      )}
    </article>
  );
}

interface GroupTableProps extends CountWidgetProps {
  readonly field: WidgetField;
  readonly data: WidgetNumbers;
  readonly labelId: string;
}

/** The groups with their numbers; a bar shows the first number beside those of the other groups. */
function GroupTable({ widget, meta, field, data, labelId }: GroupTableProps): ReactNode {
  const t = useTexts(widgetTexts);
  const { groups, hasMore } = data;
  const { groupBy, metrics } = widget;
  const labelOf = useGroupLabel(field, groupBy, groups);
  const largest = Math.max(...groups.map(firstNumber), 0);
  if (groups.length === 0) return <p className="widget-note">{t.empty}</p>;
  const isByTime = groupBy.by !== undefined;
  return (
    <>
      <table className="widget-table" aria-labelledby={labelId}>
        <thead className={metrics.length === 1 ? 'visually-hidden' : undefined}>
          <tr>
            <th scope="col">{field.label}</th>
            {metrics.map((metric) => (
              <th key={JSON.stringify(metric)} scope="col" className="widget-number">
                {metricLabel(metric, meta, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={JSON.stringify(group.key)}>
              <th scope="row">
                <GroupLink {...{ widget, meta, field }} groupKey={group.key} label={labelOf(group.key)} />
                <Bar share={largest > 0 ? firstNumber(group) / largest : 0} />
              </th>
              {metrics.map((metric, index) => (
                <td key={JSON.stringify(metric)} className="widget-number">
                  <MetricValue {...{ metric, meta }} value={group.values[index] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <p className="widget-more">{isByTime ? t.newest(groups.length) : t.largest(groups.length)}</p>
      )}
    </>
  );
}

function firstNumber({ values: [value = null] }: WidgetGroup): number {
  return typeof value === 'number' ? value : 0;
}

/** The number says the same. */
function Bar({ share }: { readonly share: number }): ReactNode {
  const inlineSize = `${Math.max(0, share) * 100}%`;
  return <span className="widget-bar" aria-hidden="true" style={{ inlineSize }} />;
}

interface GroupLinkProps extends CountWidgetProps {
  readonly field: WidgetField;
  readonly groupKey: Value;
  readonly label: string;
}

/** The documents of a group, in their list. */
function GroupLink({ widget, meta, field, groupKey, label }: GroupLinkProps): ReactNode {
  const where = groupWhere(widget.groupBy, groupKey, field);
  if (where === null) return <span className="widget-label">{label}</span>;
  return (
    <Link to={paths.collectionWhere(meta.slug, where)} className="widget-label widget-link">
      {label}
    </Link>
  );
}

type Metric = AdminWidgetMeta['metrics'][number];

function metricLabel(
  { operation, field: path = '' }: Metric,
  meta: AdminCollectionMeta,
  t: (typeof widgetTexts)['en'],
): string {
  return operation === 'count' ? t.documents : t[operation](widgetField(meta, path, t).label);
}

interface MetricValueProps {
  readonly metric: Metric;
  readonly meta: AdminCollectionMeta;
  readonly value: number | string | null;
}

function MetricValue({ metric, meta, value }: MetricValueProps): ReactNode {
  const t = useTexts(widgetTexts);
  const formats = useFormats();
  if (value === null) return '–';
  if (typeof value === 'number') return formats.number(value);
  const { time } = widgetField(meta, metric.field ?? '', t);
  return time ? formats.dateTime(value) : formats.day(value);
}
