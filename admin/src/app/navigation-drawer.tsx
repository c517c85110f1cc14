import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/language.js';
import { IconButton } from '../ui/button.js';
import { VisuallyHidden } from '../ui/states.js';
import { Sidebar } from './sidebar.js';
import { appTexts } from './texts.js';

/** The navigation of narrow screens: it opens over the page and closes with the first choice. */
export function NavigationDrawer(): ReactNode {
  const t = useTexts(appTexts);
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every change of the path.
  useEffect(() => setIsOpen(false), [path]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger asChild>
        <IconButton icon="menu" label={t.openNavigation} className="bar-menu" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content
          className="drawer drawer-navigation"
          aria-describedby={undefined}
          // By then the heading of the new screen has the focus.
          onCloseAutoFocus={(event) => document.activeElement?.matches('h1') && event.preventDefault()}
        >
          <VisuallyHidden>
            <Dialog.Title>{t.navigation}</Dialog.Title>
          </VisuallyHidden>
          <Sidebar />
          <Dialog.Close asChild>
            <IconButton icon="close" label={t.closeNavigation} className="drawer-close" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
