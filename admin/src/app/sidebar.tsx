import { type ReactNode, useEffect, useRef } from 'react';
import { Link as RouterLink, useLocation } from 'wouter';
import { useMeta } from '../api/meta-context.js';
import { useTexts } from '../i18n/language.js';
import { Icon } from '../ui/icon.js';
import { OuterLink } from '../ui/link.js';
import { VisuallyHidden } from '../ui/states.js';
import { Brand } from './brand.js';
import { useDraftCounts } from './draft-counts.js';
import { useOwnNavigation } from './extension/own-navigation.js';
import { useFoldedGroup } from './folded-groups.js';
import { type NavigationEntry, type NavigationGroup, navigationGroups } from './navigation-entries.js';
import { serverPages } from './paths.js';
import { preloadPath } from './preload-path.js';
import { appTexts } from './texts.js';

/** More drafts are not counted out: the link says how many there are. */
const maxShown = 999;

/** The navigation, in groups. */
export function Sidebar(): ReactNode {
  const t = useTexts(appTexts);
  const meta = useMeta();
  const own = useOwnNavigation();
  const draftsAt = useDraftCounts();
  return (
    <nav className="sidebar-inner" aria-label={t.navigation}>
      <Brand />
      <div className="navigation">
        {navigationGroups(meta, t, own).map((group) => (
          <Group key={group.id} group={group} draftsAt={draftsAt} />
        ))}
        <div className="navigation-foot">
          <OuterLink href={serverPages.apiReference} className="navigation-link" isNewTab>
            <Icon name="external" />
            {t.apiReference}
          </OuterLink>
        </div>
      </div>
    </nav>
  );
}

interface GroupProps {
  readonly group: NavigationGroup;
  /** The number of drafts at a path. */
  readonly draftsAt: (path: string) => number;
}

/** A folded group still shows the entry of the current screen. */
function Group({ group: { id, label, entries }, draftsAt }: GroupProps): ReactNode {
  const [path] = useLocation();
  const [isFolded, fold] = useFoldedGroup(id);
  const shown = isFolded ? entries.filter((entry) => isCurrent(entry, path)) : entries;
  const t = useTexts(appTexts);
  const drafts = isFolded ? entries.reduce((sum, { to }) => sum + draftsAt(to), 0) : 0;
  return (
    <div className="navigation-group">
      {label !== null && (
        <h2 className="navigation-label">
          <button
            type="button"
            className="navigation-fold"
            aria-expanded={!isFolded}
            onClick={() => fold(!isFolded)}
          >
            <span className="navigation-fold-label">{label}</span>
            {drafts > 0 && (
              <>
                <VisuallyHidden>{t.drafts(drafts)}</VisuallyHidden>
                <Count drafts={drafts} />
              </>
            )}
            <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} mirrored />
          </button>
        </h2>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <li key={`${entry.to} ${entry.label}`}>
              {entry.isOutside ? (
                <OutsideLink entry={entry} />
              ) : (
                <NavigationLink entry={entry} drafts={draftsAt(entry.to)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function isCurrent({ to }: NavigationEntry, path: string): boolean {
  return path === to || (to !== '/' && path.startsWith(`${to}/`));
}

interface NavigationLinkProps {
  readonly entry: NavigationEntry;
  readonly drafts: number;
}

function NavigationLink({ entry, drafts }: NavigationLinkProps): ReactNode {
  const t = useTexts(appTexts);
  const [path] = useLocation();
  const isHere = isCurrent(entry, path);
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
      title={drafts > 0 ? t.drafts(drafts) : undefined}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <Icon name={entry.icon} />
      <span className="navigation-text">{entry.label}</span>
      {drafts > 0 && <Count drafts={drafts} />}
    </RouterLink>
  );
}

function Count({ drafts }: { readonly drafts: number }): ReactNode {
  return (
    <span className="navigation-count" aria-hidden="true">
      {drafts > maxShown ? `${maxShown}+` : drafts}
    </span>
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
