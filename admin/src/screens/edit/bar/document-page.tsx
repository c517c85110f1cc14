import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useAskBeforeLeaving } from '../../../app/leave-guard.js';
import { usePageFocus } from '../../../app/page.js';
import { SkipLink } from '../../../app/skip-link.js';
import { goingBack } from '../../../documents/list-origin.js';
import { useTexts } from '../../../i18n/language.js';
import { Icon } from '../../../ui/icon.js';
import { Link } from '../../../ui/link.js';
import { barTexts } from './texts.js';
import { useEscape } from './use-escape.js';
import './bar.css';

/** Target of the link that skips to the actions. */
export const actionsId = 'edit-actions';

interface DocumentPageProps {
  /** Heading, and title of the window. */
  readonly title: string;
  /** The list that the document belongs to; null: it belongs to none, and Escape leads to the start. */
  readonly list: { readonly label: string; readonly to: string } | null;
  /** Badges for the status, and whether it is saved. */
  readonly state: ReactNode;
  /** Links to the documents beside it. */
  readonly neighbours?: ReactNode;
  /** Buttons; absent for a requester who may do nothing with it. */
  readonly actions?: ReactNode;
  /** A sentence below the bar. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The screen of a document. Its bar stays in the window: title, state and actions at the top, on narrow
 * screens with the actions at the end.
 */
export function DocumentPage(props: DocumentPageProps): ReactNode {
  const { title, list, state, neighbours, actions, note, children } = props;
  const t = useTexts(barTexts);
  const heading = usePageFocus(title);
  const [, navigate] = useLocation();
  const ask = useAskBeforeLeaving();
  const hasActions = Boolean(actions);
  useEscape(() => ask(() => navigate(list?.to ?? '/', { state: goingBack })));
  return (
    <div className="page document-page">
      {hasActions && <SkipLink to={actionsId} label={t.skipToActions} />}
      <header className="document-bar">
        <div className="document-head">
          <div className="document-place">
            {list !== null && (
              <Link to={list.to} className="document-back" state={goingBack}>
                <Icon name="back" mirrored />
                {list.label}
              </Link>
            )}
            {neighbours}
          </div>
          <h1 className="document-title" title={title} tabIndex={-1} ref={heading}>
            {title}
          </h1>
          <div className="document-state">{state}</div>
        </div>
        {hasActions && (
          <section className="edit-actions" id={actionsId} aria-label={t.bar} tabIndex={-1}>
            {actions}
          </section>
        )}
      </header>
      {note && <p className="page-note">{note}</p>}
      {children}
    </div>
  );
}
