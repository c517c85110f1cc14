import { useEffect, useRef } from 'react';

/** Ctrl+S, on Apple's keyboards Cmd+S: saves what is typed, also from inside an input. Behind a dialog it does nothing. */
export function useSaveShortcut(save: () => void): void {
  const newest = useRef(save);
  newest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      // What an input takes over only when it is left is part of what is saved.
      const focused = document.activeElement;
      if (focused instanceof HTMLInputElement) {
        focused.blur();
        focused.focus();
      }
      newest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
