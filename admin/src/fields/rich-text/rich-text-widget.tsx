import type { ReactNode } from 'react';
import { useLoaded } from '../../app/loadable.js';
import { useTexts } from '../../i18n/language.js';
import { Skeleton } from '../../ui/states.js';
import { FieldView } from '../field-view.js';
import { useFieldValue } from '../form-context.js';
import { JsonWidget } from '../json-widget.js';
import type { WidgetProps } from '../widget.js';
import { useTextBlocks } from './blocks/sibling-fields.js';
import { richTextEditor } from './editor-part.js';
import { richTextTexts } from './texts.js';
import { isRichTextTree } from './tree.js';

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
  return <LoadedEditor field={field} path={path} />;
}

function LoadedEditor(props: WidgetProps): ReactNode {
  const Editor = useLoaded(richTextEditor);
  return Editor === undefined ? <Skeleton height="12rem" /> : <Editor {...props} />;
}
