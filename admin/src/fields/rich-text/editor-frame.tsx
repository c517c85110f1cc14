import { type Editor, EditorContent } from '@tiptap/react';
import { type FocusEvent, type ReactNode, type RefObject, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { BlockDrawer } from '../rows/block-drawer.js';
import { BlockHandle } from './block-handle.js';
import type { BlocksInText } from './blocks/use-blocks-in-text.js';
import { blockCommand, insertCommands, type TextCommand, toolbarCommands } from './commands.js';
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
  readonly blocks: BlocksInText;
  readonly onFullScreen: () => void;
}

/**
 * The text with its tools, which appear with the focus. They lie over what follows: if they took room, a
 * click beside the text would miss what it was aimed at.
 */
export function EditorFrame(props: EditorFrameProps): ReactNode {
  const { editor, label, disabled, isFull, toolbar, slashKeys, blocks, onFullScreen } = props;
  const t = useTexts(richTextTexts);
  const [isFocused, setIsFocused] = useState(false);
  const [opened, setOpened] = useState<'link' | 'upload' | 'block' | null>(null);
  const hasFiles = useUploadSlugs().length > 0;
  const { context } = blocks;
  const kinds = context === null || context.isClosed ? undefined : context.field.blocks;
  const [shown, inserted] = useMemo(() => {
    const isOffered = ({ name }: TextCommand): boolean =>
      (hasFiles || name !== 'upload') &&
      (kinds !== undefined || name !== 'block') &&
      !(isFull && name === 'fullScreen');
    const inserted = insertCommands.filter((command) => isOffered(command) && command.name !== 'block');
    return [toolbarCommands.filter(isOffered), [...inserted, ...(kinds ?? []).map(blockCommand)]] as const;
  }, [hasFiles, isFull, kinds]);
  const run = (command: TextCommand): void => {
    const [first, ...others] = kinds ?? [];
    const blockType = command.blockType ?? (others.length === 0 ? first?.slug : undefined);
    if (command.name === 'block' && blockType !== undefined) blocks.insert(editor, blockType);
    else if (command.name === 'block') setOpened('block');
    else if (command.name === 'link' || command.name === 'upload') setOpened(command.name);
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
      {opened === 'block' && context !== null && (
        <BlockDrawer
          field={context.field}
          onClose={() => setOpened(null)}
          onChoose={(blockType) => {
            setOpened(null);
            // A dialog that is open keeps the focus.
            requestAnimationFrame(() => blocks.insert(editor, blockType));
          }}
        />
      )}
      {opened === 'upload' && <UploadDialog editor={editor} onClose={() => setOpened(null)} />}
      {opened === 'link' && <LinkDialog editor={editor} onClose={() => setOpened(null)} />}
    </>
  );
}
