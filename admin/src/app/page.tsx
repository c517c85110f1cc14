import { type ReactNode, useEffect, useRef } from 'react';
import { useMeta } from '../api/meta-context.js';
import { classNames } from '../ui/class-names.js';
import { Icon } from '../ui/icon.js';
import { Link } from '../ui/link.js';
import { useNotifier } from '../ui/toast.js';
import { takeNavigation } from './navigation.js';
import './page.css';

interface PageProps {
  /** Heading, and title of the window. */
  readonly title: string;
  /** Next to the heading: a badge with the state. */
  readonly mark?: ReactNode;
  /** A sentence below the heading. */
  readonly note?: ReactNode;
  /** The breadcrumbs, without the page itself. */
  readonly crumbs?: readonly { readonly label: string; readonly to: string }[];
  /** Buttons at the end of the header, the main one last. */
  readonly actions?: ReactNode;
  /** For forms: limits the width, so that lines are easy to read. */
  readonly isNarrow?: boolean;
  /** As high as the window, if there is room; long content scrolls inside. */
  readonly isFilling?: boolean;
  readonly children: ReactNode;
}

/**
 * A screen. After a navigation its heading is focused, so that keyboards and screen readers continue at the
 * new content, and the window gets its title.
 */
export function Page(props: PageProps): ReactNode {
  const { title, mark, note, crumbs = [], actions, children } = props;
  const { isNarrow = false, isFilling = false } = props;
  const heading = usePageFocus(title);
  return (
    <div className={classNames('page', isNarrow && 'page-narrow', isFilling && 'page-filling')}>
      <header className="page-head">
        <div className="page-heading">
          <Crumbs crumbs={crumbs} />
          <div className="page-title-line">
            <h1 className="page-title" tabIndex={-1} ref={heading}>
              {title}
            </h1>
            {mark}
          </div>
          {note && <p className="page-note">{note}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CrumbsProps {
  readonly crumbs: readonly { readonly label: string; readonly to: string }[];
}

function Crumbs({ crumbs }: CrumbsProps): ReactNode {
  if (crumbs.length === 0) return null;
  return (
    <ol className="page-crumbs">
      {crumbs.map((crumb, index) => (
        <li key={crumb.to}>
          {index > 0 && <Icon name="chevronRight" mirrored />}
          <Link to={crumb.to} className="">
            {crumb.label}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Gives the window its title, and the heading of the screen the focus after a navigation. */
export function usePageFocus(title: string): React.RefObject<HTMLHeadingElement | null> {
  const { branding } = useMeta();
  const { announce } = useNotifier();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${branding.name}`;
  }, [title, branding.name]);
  useEffect(() => {
    if (!takeNavigation()) return;
    announce(document.title);
    // The screen may have focused its first field itself; keep that.
    const isElsewhere = document.activeElement?.closest('main') ?? null;
    if (isElsewhere === null || isElsewhere === document.activeElement)
      heading.current?.focus({ preventScroll: true });
  }, [announce]);
  return heading;
}
