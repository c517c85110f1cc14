import { useEffect, useRef } from 'react';

interface Shortcuts {
  /** Ctrl+S, on Apple keyboards Cmd+S. */
  readonly save: () => void;
  /** Ctrl+Shift+P. */
  readonly publish: () => void;
}

/** Those that ask something; a text that fills the window is in a dialog too. */
const dialogs = '[role="dialog"]:not(.dialog-full), [role="alertdialog"]';

/**
 * Calls what belongs to a shortcut, also from inside an input. While a dialog is open the shortcuts do
 * nothing, except in a text that fills the window: it is part of the form.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts);
  newest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const name = shortcutOf(event);
      if (name === null) return;
      event.preventDefault();
      if (document.querySelector(dialogs) !== null) return;
      // Some inputs apply their value only on blur. It must be part of what is saved.
      const focused = document.activeElement;
      if (focused instanceof HTMLInputElement) {
        focused.blur();
        focused.focus();
      }
      newest.current[name]();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function shortcutOf(event: KeyboardEvent): keyof Shortcuts | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 's' && !event.shiftKey) return 'save';
  return key === 'p' && event.shiftKey ? 'publish' : null;
}
