import { useEffect, useRef } from 'react';

/**
 * Saves the form on Ctrl+S (Cmd+S on Apple keyboards), also from inside an input. While a dialog is open it
 * does nothing.
 */
export function useSaveShortcut(save: () => void): void {
  const newest = useRef(save);
  newest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      // Some inputs apply their value only on blur. It must be part of what is saved.
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
