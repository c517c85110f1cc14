import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { IconName } from '../../ui/icon.js';

export type Block = NonNullable<AdminFieldMeta['blocks']>[number];

/** The icon of the config, else by the first field that tells what a block is for. */
export function signOf({ icon, fields }: Block): IconName {
  if (icon !== undefined) return icon;
  const signs: readonly (readonly [AdminFieldMeta['type'], IconName])[] = [
    ['upload', 'image'],
    ['blocks', 'grid'],
    ['array', 'list'],
    ['richText', 'text'],
    ['relationship', 'link'],
    ['url', 'link'],
    ['json', 'code'],
    ['date', 'calendar'],
    ['point', 'globe'],
  ];
  return signs.find(([type]) => fields.some((field) => field.type === type))?.[1] ?? 'document';
}
