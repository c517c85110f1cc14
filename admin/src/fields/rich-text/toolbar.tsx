import type { Editor } from '@tiptap/react';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { useTexts } from '../../i18n/language.js';
import { classNames } from '../../ui/class-names.js';
import { useRoving } from '../../ui/roving.js';
import type { TextCommand } from './commands.js';
import { EditorIcon } from './editor-icon.js';
import { TableMenu } from './table-menu.js';
import { richTextTexts } from './texts.js';
import { useCommandStates } from './use-command-states.js';

interface ToolbarProps {
  readonly editor: Editor;
  readonly label: string;
  readonly commands: readonly TextCommand[];
  readonly onRun: (command: TextCommand) => void;
  readonly ref?: Ref<{ readonly focus: () => void }>;
  /** After the buttons. */
  readonly children?: ReactNode;
}

/** Buttons for commands of the editor. One stop of Tab; Escape returns to the text. */
export function Toolbar({ editor, label, commands, onRun, ref, children }: ToolbarProps): ReactNode {
  const t = useTexts(richTextTexts);
  const bar = useRef<HTMLDivElement>(null);
  const { stopAt, onKeyDown } = useRoving(bar, () => editor.commands.focus());
  useImperativeHandle(ref, () => ({
    focus: () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  }));
  const states = useCommandStates(editor, commands);
  return (
    <div ref={bar} className="rich-toolbar" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {commands.map((command, index) => {
        const { isOn, canRun } = states[index] ?? { isOn: null, canRun: false };
        const button = (
          <button
            key={command.name}
            type="button"
            className={classNames('rich-button', command.startsGroup && 'rich-group')}
            title={[t[command.name], t.keys(command.keys ?? '')].filter(Boolean).join(' – ')}
            aria-label={t[command.name]}
            // The button of a table inside a table opens a menu.
            aria-pressed={command.name === 'table' ? undefined : (isOn ?? undefined)}
            aria-disabled={!canRun || undefined}
            aria-keyshortcuts={shortcutOf(command.keys)}
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            {...stopAt(index)}
            // The state may be that of a moment ago.
            onClick={() => command.canRun(editor) && onRun(command)}
          >
            <EditorIcon name={command.name} />
          </button>
        );
        if (command.name !== 'table' || isOn !== true) return button;
        return (
          <TableMenu key="table" editor={editor}>
            <button
              type="button"
              className="rich-button rich-button-on"
              title={t.tableMenu}
              aria-label={t.tableMenu}
              {...stopAt(index)}
            >
              <EditorIcon name="table" />
            </button>
          </TableMenu>
        );
      })}
      {children}
    </div>
  );
}

function shortcutOf(keys: string | undefined): string | undefined {
  return keys?.replaceAll('Ctrl', 'Control').replace('↑', 'ArrowUp').replace('↓', 'ArrowDown');
}
