import { lazy, type ReactNode, Suspense } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Skeleton } from '../../ui/states.js';
import { FieldView } from '../field-view.js';
import { useFieldValue } from '../form-context.js';
import { JsonWidget } from '../json-widget.js';
import type { WidgetProps } from '../widget.js';
import { useTextBlocks } from './blocks/sibling-fields.js';
import { richTextTexts } from './texts.js';
import { isRichTextTree } from './tree.js';

/** The editor is the largest part of the dashboard: it is loaded only for forms with a rich text. */
const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.js')).RichTextEditor,
}));

/** `richText`: an editor for the tree of docs/rich-text.md; other JSON is shown as JSON. */
export function RichTextWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(richTextTexts);
  const value = useFieldValue(path);
  const blocks = useTextBlocks(field, path);
  if (value !== null && !isRichTextTree(value)) {
    return (
      <>
        <JsonWidget field={field} path={path} remark={t.notTree} />
        {blocks !== null && <FieldView {...blocks} />}
      </>
    );
  }
  return (
    <Suspense fallback={<Skeleton height="12rem" />}>
      <RichTextEditor field={field} path={path} />
    </Suspense>
  );
}
