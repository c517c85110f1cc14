import { TextSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../i18n/language.js';
import { selectionCommands, type TextCommand } from './commands.js';
import { richTextTexts } from './texts.js';
import { Toolbar } from './toolbar.js';
import { useAnchor } from './use-anchor.js';

interface SelectionToolbarProps {
  readonly editor: Editor;
  readonly label: string;
  readonly onRun: (command: TextCommand) => void;
}

/** The commands for selected text, above it. Tab moves from the text into it. */
export function SelectionToolbar({ editor, label, onRun }: SelectionToolbarProps): ReactNode {
  const t = useTexts(richTextTexts);
  const place = useRef<HTMLDivElement>(null);
  const from = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { selection, doc } = state;
      if (!(selection instanceof TextSelection)) return null;
      // A double click beside a text selects the end of its line.
      return doc.textBetween(selection.from, selection.to) === '' ? null : selection.from;
    },
  });
  const put = useAnchor(editor, from, 'above', place);
  useLayoutEffect(put);
  if (from === null) return null;
  return (
    <div ref={place} className="rich-bubble">
      <Toolbar editor={editor} label={t.selectionToolbar(label)} commands={selectionCommands} onRun={onRun} />
    </div>
  );
}
