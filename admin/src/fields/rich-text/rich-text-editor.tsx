import { EditorContent, getSchema, useEditor } from '@tiptap/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { JsonObject, JsonValue } from '../../../../runtime/util/json.js';
import { isSame } from '../../documents/same.js';
import { useTexts } from '../../i18n/language.js';
import { FieldFrame } from '../field-frame.js';
import { useField } from '../form-context.js';
import { JsonWidget } from '../json-widget.js';
import type { WidgetProps } from '../widget.js';
import { extensions } from './extensions.js';
import { richTextTexts } from './texts.js';
import { Toolbar } from './toolbar.js';
import { fromEditor, isRichTextTree, textOfTree, toEditor } from './tree.js';
import './rich-text.css';

const schema = getSchema(extensions);

/** The editor of a rich text. A tree that its schema cannot hold is shown as JSON, whole. */
export function RichTextEditor({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(richTextTexts);
  const { value } = useField(field, path);
  // Decided when it is first seen: while somebody types, the widget stays the same.
  const [isShowable] = useState(() => canShow(value));
  if (!isShowable) return <JsonWidget field={field} path={path} remark={t.notShowable} />;
  return <Editor field={field} path={path} />;
}

function Editor({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(richTextTexts);
  const handle = useField(field, path);
  const { id, labelId, describedBy, error, disabled, value } = handle;
  const shown = useRef(value);
  const setValue = useRef(handle.setValue);
  setValue.current = handle.setValue;
  const editor = useEditor({
    extensions,
    content: contentOf(value),
    editable: !disabled,
    // Writes a style element, which the policy forbids; the rules are in rich-text.css.
    injectCSS: false,
    onUpdate: ({ editor: own }) => {
      const next = valueOfTree(own.getJSON() as JsonObject);
      shown.current = next;
      setValue.current(next);
    },
  });
  useEffect(() => {
    const isSaid = {
      'aria-invalid': error === null ? 'false' : 'true',
      ...(describedBy && { 'aria-describedby': describedBy }),
    };
    editor.setOptions({
      editorProps: {
        attributes: {
          ...{
            id,
            class: 'rich-content',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-labelledby': labelId,
          },
          ...isSaid,
          ...(disabled && { 'aria-readonly': 'true', tabindex: '0' }),
        },
        // The toolbar from inside the text, where Tab goes on to the next field: as in other editors.
        handleKeyDown: (view, event) => {
          if (event.key !== 'F10' || !event.altKey) return false;
          view.dom
            .closest('.rich-text')
            ?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')
            ?.focus();
          return true;
        },
      },
    });
    editor.setEditable(!disabled, false);
  }, [editor, id, labelId, describedBy, error, disabled]);
  useEffect(() => {
    // What did not come from here: another version, their side of a conflict.
    if (isSame(shown.current, value)) return;
    shown.current = value;
    editor.commands.setContent(contentOf(value), { emitUpdate: false });
  }, [editor, value]);
  return (
    <FieldFrame field={field} handle={handle} isLabelledBy>
      <div className="rich-text input" data-disabled={disabled || undefined}>
        {!disabled && <Toolbar editor={editor} label={t.toolbar(field.label)} />}
        <EditorContent editor={editor} className="rich-frame" />
      </div>
    </FieldFrame>
  );
}

const emptyTree: JsonObject = { type: 'doc', content: [{ type: 'paragraph' }] };

function contentOf(value: JsonValue): JsonObject {
  return isRichTextTree(value) ? toEditor(value) : emptyTree;
}

/** A document with nothing in it is no value. */
function valueOfTree(tree: JsonObject): JsonValue {
  const stored = fromEditor(tree);
  const blocks = Array.isArray(stored['content']) ? stored['content'] : [];
  const isEmpty = isSame(stored, emptyTree) || (blocks.length === 0 && textOfTree(stored) === '');
  return isEmpty ? null : stored;
}

function canShow(value: JsonValue): boolean {
  if (value === null) return true;
  if (!isRichTextTree(value)) return false;
  try {
    schema.nodeFromJSON(toEditor(value)).check();
    return true;
  } catch {
    // The schema's word for a tree that it cannot hold.
    return false;
  }
}
