import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Dialog } from '../../ui/dialog.js';
import { appTexts } from '../texts.js';
import { opensByQuestionMark } from './question-mark.js';

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.js')).ShortcutList }));

interface ShortcutsHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Lists the shortcuts, on `?` or from the menu of the account. */
export function ShortcutsHelp({ isOpen, onOpenChange }: ShortcutsHelpProps): ReactNode {
  const t = useTexts(appTexts);
  const open = useRef(onOpenChange);
  open.current = onOpenChange;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isOther = event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey;
      if (isOther || event.defaultPrevented || isTaken(event.target) || !opensByQuestionMark()) return;
      event.preventDefault();
      open.current(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (!isOpen) return null;
  return (
    <Dialog isOpen isWide title={t.shortcuts} onClose={() => onOpenChange(false)}>
      <Suspense fallback={null}>
        <ShortcutList />
      </Suspense>
    </Dialog>
  );
}

/** Whether a person is typing or is asked something, which comes first. */
function isTaken(target: EventTarget | null): boolean {
  const inside = target instanceof HTMLElement ? target : document.body;
  return (
    inside.isContentEditable ||
    inside.matches('input, textarea, select') ||
    document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}
