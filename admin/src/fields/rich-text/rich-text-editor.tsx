import { getSchema, type Editor as TextEditor, useEditor } from '@tiptap/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { JsonObject, JsonValue } from '../../../../runtime/util/json.js';
import { isSame } from '../../documents/same.js';
import { useTexts } from '../../i18n/language.js';
import { FieldFrame } from '../field-frame.js';
import { FieldView } from '../field-view.js';
import { useField } from '../form-context.js';
import { JsonWidget } from '../json-widget.js';
import type { WidgetProps } from '../widget.js';
import { BlockProvider } from './blocks/block-context.js';
import { BlockForm } from './blocks/block-form.js';
import { BlockNode } from './blocks/block-node.js';
import { shownIn } from './blocks/shown-blocks.js';
import { useTextBlocks } from './blocks/sibling-fields.js';
import { BlocksBelow } from './blocks/text-blocks-below.js';
import { useBlocksInText } from './blocks/use-blocks-in-text.js';
import { EditorFrame } from './editor-frame.js';
import { extensions } from './extensions.js';
import { pastedContent } from './pasted.js';
import { slashExtension, slashState } from './slash-state.js';
import { TextLength } from './text-length.js';
import { richTextTexts } from './texts.js';
import { fromEditor, isRichTextTree, toEditor } from './tree.js';
import { textOfTree } from './tree-text.js';
import { usePasteNews } from './use-paste-news.js';
import { WritingPlace } from './writing-place.js';
import { WritingState } from './writing-state.js';
import './rich-text.css';

const schema = getSchema(extensions);

/** The editor of a rich text. A tree that its schema cannot hold is shown as JSON, as a whole. */
export function RichTextEditor({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(richTextTexts);
  const { value } = useField(field, path);
  const blocks = useTextBlocks(field, path);
  // Decided at the first render: the widget does not change during typing.
  const [isShowable] = useState(() => canShow(value));
  if (!isShowable) {
    return (
      <>
        <JsonWidget field={field} path={path} remark={t.notShowable} />
        {blocks !== null && <FieldView {...blocks} />}
      </>
    );
  }
  return <Editor field={field} path={path} />;
}

function Editor({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(richTextTexts);
  const handle = useField(field, path);
  const { id, labelId, describedBy, error, disabled, value } = handle;
  const shown = useRef(value);
  const setValue = useRef(handle.setValue);
  setValue.current = handle.setValue;
  const news = usePasteNews();
  const blocks = useBlocksInText(field, path);
  const { context, rows, opened } = blocks;
  const hasBlocks = context !== null;
  const slashKeys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const toolbar = useRef<{ readonly focus: () => void }>(null);
  const [isFull, setIsFull] = useState(false);
  const [ownExtensions] = useState(() => [
    ...extensions.filter((one) => one !== BlockNode),
    BlockNode.configure({ rows: hasBlocks ? rows : null, onOpen: blocks.onOpen }),
    pastedContent(() => news.current),
    slashExtension((event) => slashKeys.current(event)),
  ]);
  const editor = useEditor({
    extensions: ownExtensions,
    content: contentOf(value, hasBlocks),
    editable: !disabled,
    // It would add a style element, which the Content-Security-Policy forbids; the rules are in
    // rich-text.css.
    injectCSS: false,
    onCreate: ({ editor: own }) => rows.begin(idsIn(own)),
    onUpdate: ({ editor: own }) => {
      rows.follow(idsIn(own));
      const next = valueOfTree(own.getJSON() as JsonObject);
      shown.current = next;
      setValue.current(next);
    },
  });
  useEffect(() => {
    const isSaid = {
      'aria-invalid': error === null ? 'false' : 'true',
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(field.required === true && { 'aria-required': 'true' }),
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
          ...(!disabled && { 'data-placeholder': t.placeholder }),
          ...(disabled && { 'aria-readonly': 'true', tabindex: '0' }),
        },
        // The toolbar covers what is below the text.
        ...{ scrollMargin: 56, scrollThreshold: 56 },
        // A shortcut from the text to the toolbar, since Tab moves to the next field, as in other editors.
        handleKeyDown: (_view, event) => {
          if (event.key === 'F10' && event.altKey) toolbar.current?.focus();
          else if (event.code === 'KeyF' && event.shiftKey && (event.ctrlKey || event.metaKey))
            setIsFull(true);
          else return false;
          event.preventDefault();
          return true;
        },
      },
    });
    editor.setEditable(!disabled, false);
  }, [editor, id, labelId, describedBy, error, disabled, field.required, t]);
  useEffect(() => {
    // A value that was not typed here: another version, their side of a conflict.
    if (isSame(shown.current, value)) return;
    shown.current = value;
    editor.commands.setContent(contentOf(value, hasBlocks), { emitUpdate: false });
    rows.begin(idsIn(editor));
  }, [editor, value, rows, hasBlocks]);
  return (
    <FieldFrame field={field} handle={handle} isLabelledBy aside={<TextLength value={value} />}>
      <WritingPlace
        title={field.label}
        state={<WritingState value={value} />}
        isFull={isFull}
        onClose={() => {
          // Escape belongs to the menu and the toolbar first.
          const isElsewhere = document.activeElement?.closest('[role="toolbar"]') != null;
          if (slashState(editor.state) === null && !isElsewhere) setIsFull(false);
        }}
        onMoved={() => editor.commands.focus()}
      >
        <BlockProvider value={context}>
          <EditorFrame
            {...{ editor, disabled, toolbar, slashKeys, blocks }}
            label={field.label}
            isFull={isFull}
            onFullScreen={() => setIsFull(true)}
          />
        </BlockProvider>
      </WritingPlace>
      {context !== null && <BlocksBelow editor={editor} blocks={context} />}
      {context !== null && opened !== null && (
        <BlockForm id={opened} blocks={context} onClose={blocks.close} />
      )}
    </FieldFrame>
  );
}

const emptyTree: JsonObject = { type: 'doc', content: [{ type: 'paragraph' }] };

function contentOf(value: JsonValue, hasBlocks: boolean): JsonObject {
  return isRichTextTree(value) ? toEditor(value, hasBlocks) : emptyTree;
}

function idsIn({ state }: TextEditor): readonly string[] {
  return shownIn(state.doc).map(({ id }) => id);
}

/** An empty document is no value. */
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
    // The schema reports a tree that it cannot hold by throwing.
    return false;
  }
}
