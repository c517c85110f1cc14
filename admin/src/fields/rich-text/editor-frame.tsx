import { type Editor, EditorContent } from '@tiptap/react';
import { type FocusEvent, type ReactNode, type RefObject, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { BlockHandle } from './block-handle.js';
import { insertCommands, type TextCommand, toolbarCommands } from './commands.js';
import { LinkDialog } from './link-dialog.js';
import { SelectionToolbar } from './selection-toolbar.js';
import { SlashMenu } from './slash-menu.js';
import { richTextTexts } from './texts.js';
import { Toolbar } from './toolbar.js';
import { UploadDialog, useUploadSlugs } from './upload-dialog.js';

interface EditorFrameProps {
  readonly editor: Editor;
  /** Label of the field. */
  readonly label: string;
  readonly disabled: boolean;
  readonly isFull: boolean;
  readonly toolbar: RefObject<{ readonly focus: () => void } | null>;
  readonly slashKeys: RefObject<(event: KeyboardEvent) => boolean>;
  readonly onFullScreen: () => void;
}

/**
 * The text with its tools, which appear with the focus. They lie over what follows: if they took room, a
 * click beside the text would miss what it was aimed at.
 */
export function EditorFrame(props: EditorFrameProps): ReactNode {
  const { editor, label, disabled, isFull, toolbar, slashKeys, onFullScreen } = props;
  const t = useTexts(richTextTexts);
  const [isFocused, setIsFocused] = useState(false);
  const [opened, setOpened] = useState<'link' | 'upload' | null>(null);
  const hasFiles = useUploadSlugs().length > 0;
  const [shown, inserted] = useMemo(() => {
    const isOffered = ({ name }: TextCommand): boolean =>
      (hasFiles || name !== 'upload') && !(isFull && name === 'fullScreen');
    return [toolbarCommands.filter(isOffered), insertCommands.filter(isOffered)] as const;
  }, [hasFiles, isFull]);
  const run = (command: TextCommand): void => {
    if (command.name === 'link' || command.name === 'upload') setOpened(command.name);
    else if (command.name === 'fullScreen') onFullScreen();
    else command.run(editor);
  };
  const blur = (event: FocusEvent): void => {
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    // A window that loses the focus gives it back later.
    if (!isInside && document.hasFocus()) setIsFocused(false);
  };
  const hasTools = !disabled && (isFocused || opened !== null);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it notices the focus of the text and its tools. */}
      <div
        className="rich-text input"
        data-disabled={disabled || undefined}
        data-full={isFull || undefined}
        onFocus={() => setIsFocused(true)}
        onBlur={blur}
      >
        <EditorContent editor={editor} className="rich-frame" />
        {!disabled && <BlockHandle editor={editor} />}
        {hasTools && (
          <>
            <SelectionToolbar editor={editor} label={label} onRun={run} />
            <div className="rich-rail">
              <Toolbar ref={toolbar} editor={editor} label={t.toolbar(label)} commands={shown} onRun={run} />
            </div>
          </>
        )}
        {!disabled && <SlashMenu editor={editor} commands={inserted} onRun={run} keys={slashKeys} />}
      </div>
      {opened === 'upload' && <UploadDialog editor={editor} onClose={() => setOpened(null)} />}
      {opened === 'link' && <LinkDialog editor={editor} onClose={() => setOpened(null)} />}
    </>
  );
}
