import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { classNames } from '../../ui/class-names.js';
import { useNotifier } from '../../ui/toast.js';
import type { TextCommand } from './commands.js';
import { EditorIcon } from './editor-icon.js';
import { closed, slashState } from './slash-state.js';
import { richTextTexts } from './texts.js';
import { useAnchor } from './use-anchor.js';

interface SlashMenuProps {
  readonly editor: Editor;
  readonly commands: readonly TextCommand[];
  readonly onRun: (command: TextCommand) => void;
  /** Gets the keys while the menu is open. */
  readonly keys: RefObject<(event: KeyboardEvent) => boolean>;
}

/**
 * What can be inserted, filtered by what is typed after `/`. The focus stays in the text, which names the
 * chosen entry (ARIA APG, listbox with `aria-activedescendant`).
 */
export function SlashMenu({ editor, commands, onRun, keys }: SlashMenuProps): ReactNode {
  const t = useTexts(richTextTexts);
  const { announce } = useNotifier();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const open = useEditorState({ editor, selector: ({ editor: own }) => slashState(own.state) });
  const [active, setActive] = useState(0);
  const query = open?.query ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the first entry again.
  useEffect(() => setActive(0), [query]);
  const matching =
    query === null ? [] : commands.filter((one) => isMatch(query, one.label ?? t[one.name], one.name));
  const isOpen = open !== null && matching.length > 0;
  const chosen = matching[Math.min(active, matching.length - 1)];
  const close = (): void => {
    editor.view.dispatch(editor.state.tr.setMeta(closed.key, closed.value));
  };
  const choose = (command: TextCommand): void => {
    if (open === null) return;
    const end = open.from + 1 + open.query.length;
    editor.view.dispatch(editor.state.tr.delete(open.from, end).setMeta(closed.key, closed.value));
    onRun(command);
  };
  keys.current = (event) => {
    if (!isOpen || event.isComposing) return false;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const step = event.key === 'ArrowDown' ? 1 : matching.length - 1;
        setActive((before) => (Math.min(before, matching.length - 1) + step) % matching.length);
        return true;
      }
      case 'Enter':
      case 'Tab':
        if (chosen !== undefined) choose(chosen);
        return true;
      case 'Escape':
        close();
        event.stopPropagation();
        return true;
      default:
        return false;
    }
  };
  const optionId = chosen === undefined ? null : `${listId}-${idOf(chosen)}`;
  useEffect(() => {
    if (!isOpen || optionId === null) return;
    const { dom } = editor.view;
    // Not by props of the editor: ProseMirror would draw the text again at each arrow key.
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', optionId);
    list.current?.querySelector(`[aria-selected="true"]`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, isOpen, listId, optionId]);
  useEffect(() => {
    if (isOpen) announce(t.slashOpened(matching.length));
  }, [announce, isOpen, matching.length, t]);
  const place = useAnchor(editor, isOpen ? open.from : null, 'below', list);
  useLayoutEffect(() => {
    if (isOpen) place();
  });
  if (!isOpen) return null;
  return (
    <div ref={list} className="rich-slash menu" role="listbox" id={listId} aria-label={t.insert}>
      {matching.map((command) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are those of the text.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text.
        <div
          key={idOf(command)}
          id={`${listId}-${idOf(command)}`}
          role="option"
          aria-selected={command === chosen}
          className={classNames('menu-item', command === chosen && 'rich-slash-active')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(command)}
        >
          <EditorIcon name={command.name} />
          {command.label ?? t[command.name]}
          <span className="rich-slash-keys" aria-hidden="true">
            {t.keys(command.keys ?? '')}
          </span>
        </div>
      ))}
    </div>
  );
}

function idOf({ name, blockType }: TextCommand): string {
  return blockType === undefined ? name : `${name}-${blockType}`;
}

/** `h2` finds the heading by the name of its tag, in every language. */
function isMatch(query: string, label: string, name: string): boolean {
  const sought = query.trim().toLocaleLowerCase();
  const heading = /^heading(\d)$/.exec(name)?.[1];
  const names = [label, ...label.split(' '), name, ...(heading === undefined ? [] : [`h${heading}`])];
  return names.some((each) => each.toLocaleLowerCase().startsWith(sought));
}
