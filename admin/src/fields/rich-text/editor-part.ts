import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { loadable } from '../../app/loadable.js';

/** The editor is the largest part of the dashboard: it is loaded only for forms with a rich text. */
export const richTextEditor = loadable(async () => (await import('./rich-text-editor.js')).RichTextEditor);

/** Whether a form of these fields has a rich text from the start, outside of rows. */
export function hasRichText(fields: readonly AdminFieldMeta[]): boolean {
  return fields.some(
    ({ type, hidden, fields: inner = [] }) =>
      hidden !== true && (type === 'richText' || (type === 'group' && hasRichText(inner))),
  );
}
