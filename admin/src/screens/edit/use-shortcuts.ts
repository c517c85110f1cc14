import { useEffect, useRef } from 'react';

interface Shortcuts {
  /** Ctrl+S, on Apple keyboards Cmd+S. */
  readonly save: () => void;
  /** Ctrl+Shift+P. */
  readonly publish: () => void;
}

/**
 * Calls what belongs to a shortcut, also from inside an input. While a dialog is open the shortcuts do
 * nothing.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts);
  newest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const name = shortcutOf(event);
      if (name === null) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
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
