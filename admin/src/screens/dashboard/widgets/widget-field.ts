import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { fieldAt } from '../../../documents/document-title.js';
import type { Translated } from '../../../i18n/catalogue.js';
import type { en } from './texts.en.js';

/** What a widget needs to know of a field, also of those that every document has. */
export type WidgetField = Pick<
  AdminFieldMeta,
  'path' | 'type' | 'label' | 'operators' | 'options' | 'to' | 'time' | 'hasMany'
>;

/** Returns the field of a path. */
export function widgetField(
  { fields }: AdminCollectionMeta,
  path: string,
  t: Translated<typeof en>,
): WidgetField {
  const own = fieldAt(fields, path.split('.'));
  if (own !== undefined) return own;
  const operators = ['equals', 'gte', 'lt'];
  if (path === 'createdAt') return { path, type: 'date', time: true, label: t.created, operators };
  if (path === 'updatedAt') return { path, type: 'date', time: true, label: t.changed, operators };
  if (path === '_status') return { path, type: 'select', label: t.status, operators };
  return { path, type: 'text', label: path === 'id' ? t.id : path, operators };
}
