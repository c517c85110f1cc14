import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import type { TextCommand } from './commands.js';

interface CommandState {
  /** Null for a command without a state. */
  readonly isOn: boolean | null;
  readonly canRun: boolean;
}

/** In milliseconds: while keys follow each other faster than this, the buttons wait. */
const pause = 120;

/**
 * Returns the states of commands at the cursor. Each is tried on the text, which takes longer than to draw a
 * typed letter: so they follow with the first pause of typing.
 */
export function useCommandStates(editor: Editor, commands: readonly TextCommand[]): readonly CommandState[] {
  const [states, setStates] = useState(() => statesOf(editor, commands));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setStates(statesOf(editor, commands)), pause);
    };
    follow();
    editor.on('transaction', follow);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', follow);
    };
  }, [editor, commands]);
  return states;
}

function statesOf(editor: Editor, commands: readonly TextCommand[]): readonly CommandState[] {
  return commands.map(({ isOn, canRun }) => ({ isOn: isOn?.(editor) ?? null, canRun: canRun(editor) }));
}
