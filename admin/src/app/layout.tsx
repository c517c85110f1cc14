import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/language.js';
import { AccountMenu } from './account-menu.js';
import { Brand } from './brand.js';
import { NavigationDrawer } from './navigation-drawer.js';
import { NewMenu } from './new-menu.js';
import { PaletteButton } from './palette/palette-button.js';
import { ShortcutsHelp } from './shortcuts/shortcuts-help.js';
import { Sidebar } from './sidebar.js';
import { skipsId } from './skip-link.js';
import { appTexts } from './texts.js';
import './layout.css';

/** The frame that stays while the screens change. */
export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTexts(appTexts);
  const [helpIsOpen, setHelpIsOpen] = useState(false);
  return (
    <div className="layout">
      <div id={skipsId} className="skips">
        <a className="skip" href="#main">
          {t.skip}
        </a>
      </div>
      <div className="sidebar">
        <Sidebar />
      </div>
      <div className="frame">
        <header className="bar">
          <NavigationDrawer />
          <Brand />
          <div className="bar-space" />
          <PaletteButton />
          <NewMenu />
          <AccountMenu onShortcuts={() => setHelpIsOpen(true)} />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <ShortcutsHelp isOpen={helpIsOpen} onOpenChange={setHelpIsOpen} />
    </div>
  );
}
