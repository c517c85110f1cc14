import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { classNames } from '../../ui/class-names.js';
import { Icon } from '../../ui/icon.js';
import { commands, type TextCommand } from './commands.js';
import { LinkDialog } from './link-dialog.js';
import { richTextTexts } from './texts.js';
import { UploadDialog, useUploadSlugs } from './upload-dialog.js';

interface ToolbarProps {
  readonly editor: Editor;
  readonly label: string;
}

/** The commands of the editor. One tab stop; arrow keys move between the buttons (ARIA APG, toolbar). */
export function Toolbar({ editor, label }: ToolbarProps): ReactNode {
  const t = useTexts(richTextTexts);
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const [isLinking, setIsLinking] = useState(false);
  const [isPicking, setIsPicking] = useState(false);
  const hasFiles = useUploadSlugs().length > 0;
  const shown = hasFiles ? commands : commands.filter(({ name }) => name !== 'upload');
  const states = useEditorState({
    editor,
    selector: (context) =>
      shown.map(({ isOn, canRun }) => ({
        isOn: isOn?.(context.editor) ?? null,
        canRun: canRun(context.editor),
      })),
  });
  const run = (command: TextCommand): void => {
    if (command.name === 'link') setIsLinking(true);
    else if (command.name === 'upload') setIsPicking(true);
    else command.run(editor);
  };
  const walk = (event: KeyboardEvent): void => {
    const next = nextStop(event, stop, shown.length);
    if (next === null) {
      if (event.key === 'Escape') editor.commands.focus();
      return;
    }
    event.preventDefault();
    setStop(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div ref={bar} className="rich-toolbar" role="toolbar" aria-label={label} onKeyDown={walk}>
        {shown.map((command, index) => {
          const { isOn, canRun } = states[index] ?? { isOn: null, canRun: false };
          return (
            <button
              key={command.name}
              type="button"
              className={classNames('rich-button', command.startsGroup && 'rich-group')}
              title={[t[command.name], t.keys(command.keys ?? '')].filter(Boolean).join(' – ')}
              aria-label={t[command.name]}
              aria-pressed={isOn ?? undefined}
              aria-disabled={!canRun || undefined}
              aria-keyshortcuts={command.keys?.replaceAll('Ctrl', 'Control')}
              tabIndex={index === stop ? 0 : -1}
              // Keeps the selection.
              onMouseDown={(event) => event.preventDefault()}
              onFocus={() => setStop(index)}
              onClick={() => canRun && run(command)}
            >
              <span
                className={`rich-sign rich-sign-${command.name}`}
                aria-hidden="true"
                // Rendered by the style sheet: screen readers should not read the sign as a word.
                data-sign={typeof command.sign === 'string' ? command.sign : undefined}
              >
                {typeof command.sign === 'string' ? null : <Icon name={command.sign.icon} />}
              </span>
            </button>
          );
        })}
      </div>
      {isPicking && <UploadDialog editor={editor} onClose={() => setIsPicking(false)} />}
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </>
  );
}

function nextStop(event: KeyboardEvent, stop: number, count: number): number | null {
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  switch (event.key) {
    case forward:
      return (stop + 1) % count;
    case back:
      return (stop + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
