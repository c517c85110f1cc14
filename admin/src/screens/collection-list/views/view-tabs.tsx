import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Icon } from '../../../ui/icon.js';
import { Link } from '../../../ui/link.js';
import { Notice, VisuallyHidden } from '../../../ui/states.js';
import { droppedParts } from './dropped-parts.js';
import { viewsTexts } from './texts.js';
import type { Views } from './use-views.js';
import { addressOf } from './view-state.js';

interface ViewTabsProps {
  readonly views: Views;
  /** Buttons at the end of the line. */
  readonly children: ReactNode;
}

/** The saved views above a list, each with its address. */
export function ViewTabs({ views, children }: ViewTabsProps): ReactNode {
  const t = useTexts(viewsTexts);
  const [path] = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const { all, current, plainAddress } = views;
  const currentId = current?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is to be seen when it is opened.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);
  const at = (address: string): string => (address === '' ? path : `${path}?${address}`);
  return (
    <>
      <div className="view-line">
        <nav aria-label={t.views} className="view-tabs">
          <ul ref={list}>
            <li>
              <Link
                to={at(plainAddress)}
                className="view-tab"
                aria-current={current === null ? 'page' : undefined}
              >
                {t.all}
              </Link>
            </li>
            {all.map((view) => (
              <li key={view.id}>
                <Link
                  to={at(addressOf(view))}
                  className="view-tab"
                  aria-current={view.id === currentId ? 'page' : undefined}
                >
                  {view.name}
                  {view.isDefault && <Mark icon="star" label={t.isDefault} />}
                  {!view.isOwn && <Mark icon="users" label={t.isShared} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </div>
      {current !== null && current.dropped.length > 0 && <Dropped dropped={current.dropped} />}
    </>
  );
}

interface MarkProps {
  readonly icon: 'star' | 'users';
  readonly label: string;
}

function Mark({ icon, label }: MarkProps): ReactNode {
  return (
    <span className="view-mark" title={label}>
      <Icon name={icon} />
      <VisuallyHidden>{` (${label})`}</VisuallyHidden>
    </span>
  );
}

function Dropped({ dropped }: { readonly dropped: readonly string[] }): ReactNode {
  const t = useTexts(viewsTexts);
  const formats = useFormats();
  const words = droppedParts(dropped).map(({ kind, path }) => {
    if (kind === 'where') return t.droppedFilter(path);
    if (kind === 'sort') return t.droppedOrder(path);
    return kind === 'columns' ? t.droppedColumn(path) : t.droppedSearch;
  });
  return <Notice>{t.dropped(formats.list(words))}</Notice>;
}
