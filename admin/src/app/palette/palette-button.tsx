import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { appTexts } from '../texts.js';

const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the palette, by a click or by Ctrl K (Cmd K). */
export function PaletteButton(): ReactNode {
  const t = useTexts(appTexts);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isShortcut = (isApple ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === 'k';
      // In a rich text it makes a link. A dialog asks something, which comes first.
      const isTaken =
        event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]');
      if (!isShortcut || event.shiftKey || event.altKey || isTaken) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        icon="search"
        variant="ghost"
        className="palette-button"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        title={isApple ? '⌘K' : 'Ctrl K'}
        onClick={() => setIsOpen(true)}
      >
        {t.search}
      </Button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
