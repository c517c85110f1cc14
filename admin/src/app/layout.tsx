import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { AccountMenu } from './account-menu.js';
import { Brand } from './brand.js';
import { NavigationDrawer } from './navigation-drawer.js';
import { PaletteButton } from './palette/palette-button.js';
import { Sidebar } from './sidebar.js';
import { skipsId } from './skip-link.js';
import { appTexts } from './texts.js';
import './layout.css';

/** The frame that stays while the screens change. */
export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTexts(appTexts);
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
          <AccountMenu />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
