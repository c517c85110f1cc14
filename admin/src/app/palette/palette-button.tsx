import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Input } from '../../ui/inputs.js';
import { appTexts } from '../texts.js';
import { paletteTexts } from './texts.js';

const load = async () => ({ default: (await import('./palette.js')).PaletteSearch });

const PaletteSearch = lazy(load);

/** In milliseconds. */
const idleAfter = 1500;

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the palette, by a click or by Ctrl K (Cmd K). */
export function PaletteButton(): ReactNode {
  const t = useTexts(appTexts);
  const words = useTexts(paletteTexts);
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const open = (): void => {
    setText('');
    setIsOpen(true);
  };
  const close = (): void => setIsOpen(false);
  useEffect(() => {
    // Once the screen is there, so that the first opening does not wait. A failure is shown at the opening.
    const timer = setTimeout(() => void load().catch(() => undefined), idleAfter);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isShortcut = (isApple ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === 'k';
      // In a rich text it makes a link. A dialog asks something, which comes first.
      const isTaken =
        event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]');
      if (!isShortcut || event.shiftKey || event.altKey || isTaken) return;
      event.preventDefault();
      setText('');
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
        onClick={open}
      >
        {t.search}
      </Button>
      {isOpen && (
        <Dialog isOpen isWide title={words.title} description={words.hint} onClose={close}>
          <div className="palette">
            <Suspense
              fallback={
                <Input
                  aria-label={words.label}
                  autoComplete="off"
                  placeholder={words.placeholder}
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                />
              }
            >
              <PaletteSearch text={text} onText={setText} onClose={close} />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  );
}
