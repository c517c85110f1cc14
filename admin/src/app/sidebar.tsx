import { type ReactNode, useEffect, useRef } from 'react';
import { Link as RouterLink, useLocation } from 'wouter';
import { useMeta } from '../api/meta-context.js';
import { useTexts } from '../i18n/language.js';
import { Icon } from '../ui/icon.js';
import { OuterLink } from '../ui/link.js';
import { Brand } from './brand.js';
import { useOwnNavigation } from './extension/own-navigation.js';
import { type NavigationEntry, navigationGroups } from './navigation-entries.js';
import { serverPages } from './paths.js';
import { preloadPath } from './preload-path.js';
import { appTexts } from './texts.js';

/** The navigation, in groups. */
export function Sidebar(): ReactNode {
  const t = useTexts(appTexts);
  const meta = useMeta();
  const own = useOwnNavigation();
  return (
    <nav className="sidebar-inner" aria-label={t.navigation}>
      <Brand />
      <div className="navigation">
        {navigationGroups(meta, t, own).map(({ id, label, entries }) => (
          <div key={id} className="navigation-group">
            {label !== null && <h2 className="navigation-label">{label}</h2>}
            <ul>
              {entries.map((entry) => (
                <li key={`${entry.to} ${entry.label}`}>
                  {entry.isOutside ? <OutsideLink entry={entry} /> : <NavigationLink entry={entry} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="sidebar-foot">
        <OuterLink href={serverPages.apiReference} className="navigation-link" isNewTab>
          <Icon name="external" />
          {t.apiReference}
        </OuterLink>
      </div>
    </nav>
  );
}

function NavigationLink({ entry }: { readonly entry: NavigationEntry }): ReactNode {
  const [path] = useLocation();
  const isHere = path === entry.to || (entry.to !== '/' && path.startsWith(`${entry.to}/`));
  const link = useRef<HTMLAnchorElement>(null);
  // In a long navigation the current entry may be out of view.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const preload = (): void => preloadPath(entry.to);
  return (
    <RouterLink
      ref={link}
      to={entry.to}
      className="navigation-link"
      aria-current={isHere ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <Icon name={entry.icon} />
      <span className="navigation-text">{entry.label}</span>
    </RouterLink>
  );
}

function OutsideLink({ entry }: { readonly entry: NavigationEntry }): ReactNode {
  return (
    <OuterLink href={entry.to} className="navigation-link" isNewTab>
      <Icon name={entry.icon} />
      <span className="navigation-text">{entry.label}</span>
    </OuterLink>
  );
}
