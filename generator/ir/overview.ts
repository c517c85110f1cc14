import type { AdminWidgetMeta } from '../../runtime/codegen/admin-meta.js';
import type { OverviewMetric, OverviewWidgetConfig } from '../../runtime/config/overview-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { textOrNull, translationsIn } from './translations.js';

const defaultLimit = 8;

/** The widgets of the first page of the dashboard; none if the config switches the dashboard off. */
export function overviewOf({ admin = {} }: ServiceConfig): readonly AdminWidgetMeta[] {
  return admin === false ? [] : (admin.overview ?? []).map(widgetOf);
}

function widgetOf(config: OverviewWidgetConfig): AdminWidgetMeta {
  const { collection, title, groupBy, metrics = { count: 'count' }, limit = defaultLimit } = config;
  const own = textOrNull(title);
  const translations = translationsIn({ title });
  return {
    collection,
    ...(own !== null && { title: own }),
    groupBy: typeof groupBy === 'string' ? { field: groupBy } : { ...groupBy },
    metrics: Object.values(metrics).map(metricOf),
    limit,
    ...(translations !== null && { translations }),
  };
}

function metricOf(metric: OverviewMetric): AdminWidgetMeta['metrics'][number] {
  if (metric === 'count') return { operation: 'count' };
  if ('countDistinct' in metric) return { operation: 'countDistinct', field: metric.countDistinct };
  if ('sum' in metric) return { operation: 'sum', field: metric.sum };
  if ('avg' in metric) return { operation: 'avg', field: metric.avg };
  return 'min' in metric ? { operation: 'min', field: metric.min } : { operation: 'max', field: metric.max };
}
